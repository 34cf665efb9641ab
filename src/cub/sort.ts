import { SegmentedError } from '../checks.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import type { DevicePointer } from '../ports/device_ptr.ts';
import { deviceOperand } from '../ports/operand.ts';
import { cachedSort } from '../ports/plans.ts';
import { type InAndOut, sortDescriptor } from '../ports/requests.ts';
import { listedSegments, type OffsetsArgument } from '../ports/segments.ts';
import { type DoubleBuffer, isDoubleBuffer } from './args.ts';
import { perform, requireNumber, type TemporaryStorage } from './call.ts';
import { openStream, type Stream } from './device.ts';

type Storage = [d_temp_storage: TemporaryStorage, temp_storage_bytes: number];
type Segments = [
  num_items: number,
  num_segments: number,
  d_begin_offsets: OffsetsArgument,
  d_end_offsets: OffsetsArgument,
];
type OnStream = [stream?: Stream];
type Bits = [begin_bit: number, end_bit: number, stream?: Stream];

/** Signature of `SortKeys` and its variants: with input and output buffers, or with a `DoubleBuffer`. */
export interface SortKeys<Tail extends unknown[] = OnStream> {
  (...args: [...Storage, d_keys_in: DevicePointer, d_keys_out: DevicePointer, ...Segments, ...Tail]): Promise<number>;
  (...args: [...Storage, d_keys: DoubleBuffer, ...Segments, ...Tail]): Promise<number>;
}

/** Signature of `SortPairs` and its variants: with input and output buffers, or with two `DoubleBuffer`s. */
export interface SortPairs<Tail extends unknown[] = OnStream> {
  (
    ...args: [
      ...Storage,
      d_keys_in: DevicePointer,
      d_keys_out: DevicePointer,
      d_values_in: DevicePointer,
      d_values_out: DevicePointer,
      ...Segments,
      ...Tail,
    ]
  ): Promise<number>;
  (...args: [...Storage, d_keys: DoubleBuffer, d_values: DoubleBuffer, ...Segments, ...Tail]): Promise<number>;
}

interface Kind {
  readonly pairs: boolean;
  readonly descending: boolean;
  /** Whether the call takes begin_bit and end_bit. */
  readonly radix: boolean;
}

/** Removes the keys, or the values, from a call's arguments. */
function takeBuffers(name: 'd_keys' | 'd_values', args: unknown[], doubled: boolean) {
  if (isDoubleBuffer(args[0]) !== doubled) {
    const [found, allowed] = doubled
      ? ['no DoubleBuffer', 'a DoubleBuffer, as d_keys']
      : ['a DoubleBuffer', 'a handle, as d_keys_in'];
    throw new SegmentedError('invalid-option', `${name}: ${found}; allowed: ${allowed}`);
  }
  const double = doubled ? (args.shift() as DoubleBuffer) : undefined;
  const given = double ? [double.Current(), double.Alternate()] : args.splice(0, 2);
  const names = double ? [`${name}.Current()`, `${name}.Alternate()`] : [`${name}_in`, `${name}_out`];
  const [input, output] = given.map((each, i) => deviceOperand(names[i] as string, each as DevicePointer));
  return { double, inAndOut: [input, output] as unknown as InAndOut };
}

/** Splits the arguments after the offsets: `[begin_bit, end_bit,] stream`. */
function takeTail(args: unknown[], radix: boolean) {
  if (args.length > (radix ? 3 : 1)) {
    throw new SegmentedError(
      'invalid-option',
      `arguments: ${args.length - (radix ? 3 : 1)} too many; allowed: the stream last`,
    );
  }
  const stream = typeof args.at(-1) === 'number' && radix ? undefined : args.pop();
  const [begin_bit, end_bit] = args;
  return { stream, begin_bit, end_bit };
}

async function sort({ pairs, descending, radix }: Kind, args: unknown[]): Promise<number> {
  const [d_temp_storage, temp_storage_bytes, ...rest] = args as [TemporaryStorage, number, ...unknown[]];
  const doubled = isDoubleBuffer(rest[0]);
  const keys = takeBuffers('d_keys', rest, doubled);
  const values = pairs ? takeBuffers('d_values', rest, doubled) : undefined;
  const [num_items, num_segments, begin, end, ...tail] = rest;
  const { stream, begin_bit, end_bit } = takeTail(tail, radix);
  const itemCount = requireNumber('num_items', num_items);
  const segmentCount = requireNumber('num_segments', num_segments);
  const offsets = [begin, end] as [OffsetsArgument, OffsetsArgument];
  const segmentsOf = listedSegments(['d_begin_offsets', 'd_end_offsets'], ...offsets, segmentCount);
  const counts = { itemCount, segmentCount, descending, begin_bit, end_bit };
  const descriptor = sortDescriptor({ ...counts, keys: keys.inAndOut, values: values?.inAndOut });
  const open = openStream(stream);
  return perform(
    { d_temp_storage, temp_storage_bytes },
    open,
    () => cachedSort(open.device, { ...descriptor, ...open.tuning }),
    (plan, { encoder, temporary, upload }) => {
      const [keysIn, keysOut] = ranges(keys.inAndOut);
      const [valuesIn, valuesOut] = values ? ranges(values.inAndOut) : [];
      const withValues = valuesIn && valuesOut ? { valuesIn, valuesOut } : {};
      const segments = segmentsOf(upload);
      plan.encode(encoder, { keysIn, keysOut, ...withValues, segments, itemCount, temporary });
      if (itemCount === 0 || segmentCount === 0) return;
      for (const double of [keys.double, values?.double]) if (double) double.selector = double.selector === 0 ? 1 : 0;
    },
  );
}

function ranges(inAndOut: InAndOut): [BufferRange, BufferRange] {
  return inAndOut.map(({ range }) => range) as [BufferRange, BufferRange];
}

type Calls<Names extends string, Tail extends unknown[]> = {
  readonly [Name in Names]: Name extends `${string}Keys${string}` ? SortKeys<Tail> : SortPairs<Tail>;
};
type Names = 'SortKeys' | 'SortKeysDescending' | 'SortPairs' | 'SortPairsDescending';

function calls<N extends string, Tail extends unknown[]>(names: readonly N[], radix: boolean): Calls<N, Tail> {
  const made = names.map((name) => {
    const kind = { pairs: name.includes('Pairs'), descending: name.endsWith('Descending'), radix };
    return [name, (...args: unknown[]) => sort(kind, args)] as const;
  });
  return Object.fromEntries(made) as unknown as Calls<N, Tail>;
}

const NAMES = ['SortKeys', 'SortKeysDescending', 'SortPairs', 'SortPairsDescending'] as const;
const STABLE_NAMES = [
  'StableSortKeys',
  'StableSortKeysDescending',
  'StableSortPairs',
  'StableSortPairsDescending',
] as const;

/**
 * CUB's `DeviceSegmentedSort`: sorts every segment d_begin_offsets[i] to d_end_offsets[i].
 *
 * All calls are stable. -0 and +0 are equal and keep their signs and their order. NaNs are last in ascending order, and
 * first in descending order. Items outside every segment are not changed.
 *
 * With null as temporary storage a call records nothing, and its promise resolves to the bytes that the same call
 * needs. Kernels compile asynchronously, so await each call before `encoder.finish()`.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * cudaSetDevice(device);
 * const [d_in, d_out, d_offsets] = [device_ptr(keysIn, 'f32'), device_ptr(keysOut, 'f32'), device_ptr(offsets, 'u32')];
 * const sort = (d_temp: GPUBuffer | null, bytes: number) =>
 *   DeviceSegmentedSort.SortKeys(d_temp, bytes, d_in, d_out, n, rows, d_offsets, d_offsets.add(1), encoder);
 * const bytes = await sort(null, 0);
 * const d_temp = device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE });
 * await sort(d_temp, bytes);
 * device.queue.submit([encoder.finish()]);
 */
export const DeviceSegmentedSort = calls<Names | `Stable${Names}`, OnStream>([...NAMES, ...STABLE_NAMES], false);

/**
 * CUB's `DeviceSegmentedRadixSort`: sorts as `DeviceSegmentedSort`, by bits begin_bit … end_bit − 1 of each key's radix
 * map. The two bits are the arguments before the stream. Omit both to sort by all bits.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * await DeviceSegmentedRadixSort.SortKeys(d_temp, bytes, d_in, d_out, n, rows, d_begin, d_end, 0, 24, encoder);
 */
export const DeviceSegmentedRadixSort = calls<Names, OnStream | Bits>(NAMES, true);
