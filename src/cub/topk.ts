import { refused, requireOneOf, shown } from '../checks.ts';
import { firstBytes } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { NUMBER_TYPES } from '../item_types.ts';
import { type DevicePointer, pointerRange, typeName } from '../ports/device_ptr.ts';
import { deviceOperand, type Operand, requireRoom, requireSameType } from '../ports/operand.ts';
import { cachedTopK } from '../ports/plans.ts';
import { fixedSegments, listedSegments, type SegmentsOf } from '../ports/segments.ts';
import type { SegmentedTopKDescriptor } from '../select/topk/descriptor.ts';
import { type Deferred, type DeferredSequence, isDeferred, isSequence } from './args.ts';
import { perform, requireNumber, type TemporaryStorage } from './call.ts';
import { openStream, type Stream } from './device.ts';

type Head = [
  d_temp_storage: TemporaryStorage,
  temp_storage_bytes: number,
  d_keys_in: DevicePointer,
  d_keys_out: DevicePointer,
];
type Tail = [segment_sizes: number | DeferredSequence, k: number | Deferred, num_segments: number, stream?: Stream];

/** Signature of `MaxKeys` and `MinKeys`. */
export type TopKeys = (...args: [...Head, ...Tail]) => Promise<number>;

/** Signature of `MaxPairs` and `MinPairs`. Null as d_values_in stands for each item's index in its segment. */
export type TopPairs = (
  ...args: [...Head, d_values_in: DevicePointer | null, d_values_out: DevicePointer, ...Tail]
) => Promise<number>;

/** The segments of a call, and the items that they may contain. */
interface Segments {
  readonly count: number;
  readonly of: SegmentsOf;
  readonly items: number;
  readonly maxSize: number | undefined;
}

/** Reads segment_sizes and num_segments. Segments of one size follow one another. */
function segmentsOf(sizes: unknown, num_segments: unknown, inputs: readonly Operand[]): Segments {
  const count = requireNumber('num_segments', num_segments);
  const shortest = Math.min(...inputs.map(({ length }) => length));
  if (isSequence(sizes)) {
    const { d_begin_offsets, d_end_offsets, bounds } = sizes;
    const names = ['segment_sizes.d_begin_offsets', 'segment_sizes.d_end_offsets'] as const;
    const of = listedSegments(names, d_begin_offsets, d_end_offsets, count);
    return { count, of, items: shortest, maxSize: bounds?.highest };
  }
  if (typeof sizes !== 'number') {
    throw refused('invalid-option', 'segment_sizes', shown(sizes), 'a number, or args.deferred_sequence(begins, ends)');
  }
  const size = requireNumber('segment_sizes', sizes);
  const items = requireNumber('num_segments * segment_sizes', count * size);
  for (const input of inputs) requireRoom(input, items);
  return { count, of: fixedSegments(size, count), items, maxSize: 2 ** Math.ceil(Math.log2(Math.max(size, 1))) };
}

/** Reads k: the length of a row of results, and where the device holds k. */
function kOf(k: unknown): { readonly row: number; readonly k: number | BufferRange } {
  if (isDeferred(k)) {
    const { d_value, bounds } = k;
    if (d_value.type !== 'u32') {
      throw refused('unsupported-type', 'k', `deferred, of ${typeName(d_value.type)}`, 'u32');
    }
    return { row: requireNumber('k: highest', bounds.highest), k: firstBytes(pointerRange('k', d_value), 4) };
  }
  const allowed = 'a number or args.deferred(d_k, bounds): one k for all segments';
  if (typeof k !== 'number') {
    throw refused('invalid-option', 'k', isSequence(k) ? 'deferred_sequence' : shown(k), allowed);
  }
  const row = requireNumber('k', k);
  return { row, k: row };
}

interface Buffers {
  readonly keys: readonly [Operand, Operand];
  /** Without an input, the values are indices. */
  readonly values: readonly [Operand | undefined, Operand] | undefined;
}

/** Removes the buffers from a call's arguments, and checks their types. */
function takeBuffers(args: unknown[], pairs: boolean): Buffers {
  const keys = [
    deviceOperand('d_keys_in', args.shift() as DevicePointer),
    deviceOperand('d_keys_out', args.shift() as DevicePointer),
  ] as const;
  requireSameType(keys[1], keys[0].type, 'as d_keys_in is');
  requireOneOf('d_keys_in', keys[0].type, NUMBER_TYPES, 'unsupported-type');
  if (!pairs) return { keys, values: undefined };
  const given = args.shift();
  const input = given === null ? undefined : deviceOperand('d_values_in', given as DevicePointer);
  const output = deviceOperand('d_values_out', args.shift() as DevicePointer);
  if (input) requireSameType(output, input.type, 'as d_values_in is');
  else if (output.type !== 'i32') requireSameType(output, 'u32', 'or i32');
  return { keys, values: [input, output] };
}

const rangeOf = ({ range }: Operand) => range as BufferRange;

/** The buffers of a call, by the names of the core. */
function ranges({ keys, values }: Buffers) {
  const all = { keysIn: rangeOf(keys[0]), keysOut: rangeOf(keys[1]) };
  if (!values) return all;
  const [input, output] = values;
  return input
    ? { ...all, valuesIn: rangeOf(input), valuesOut: rangeOf(output) }
    : { ...all, indicesOut: rangeOf(output) };
}

async function topK(order: 'ascending' | 'descending', pairs: boolean, given: unknown[]): Promise<number> {
  const [d_temp_storage, temp_storage_bytes, ...rest] = given as [TemporaryStorage, number, ...unknown[]];
  const buffers = takeBuffers(rest, pairs);
  const [sizes, k_argument, num_segments, stream, ...surplus] = rest;
  if (surplus.length > 0) {
    throw refused('invalid-option', 'arguments', `${surplus.length} too many`, 'the stream last');
  }
  const { keys, values } = buffers;
  const inputs = [keys[0], values?.[0]].filter((operand) => operand !== undefined);
  const segments = segmentsOf(sizes, num_segments, inputs);
  const { row, k } = kOf(k_argument);
  for (const output of [keys[1], values?.[1]]) if (output) requireRoom(output, segments.count * row);
  const descriptor = {
    keyType: keys[0].type as SegmentedTopKDescriptor['keyType'],
    ...(values?.[0] ? { valueType: values[0].type as NonNullable<SegmentedTopKDescriptor['valueType']> } : {}),
    ...(segments.maxSize === undefined ? {} : { maxSegmentSize: segments.maxSize }),
    ...{ order, maxK: row, maxItems: segments.items, maxSegments: segments.count },
    signedZero: 'equal' as const,
  };
  const open = openStream(stream);
  return perform(
    { d_temp_storage, temp_storage_bytes },
    open,
    () => cachedTopK(open.device, { ...descriptor, ...open.tuning }),
    (plan, { encoder, temporary, upload }) =>
      plan.encode(encoder, {
        ...ranges(buffers),
        ...{ segments: segments.of(upload), k, itemCount: segments.items, temporary },
      }),
  );
}

/**
 * CUB's `DeviceBatchedTopK`: the k largest, or smallest, items of every segment.
 *
 * Results have rows of k items. Row i begins at item i · k of the outputs, as with CUB's strided iterators. Each row is
 * sorted: the largest, or smallest, first. Of items that tie, those with the lower indices come first. So results
 * satisfy all of CUB's requirements: gpu_to_gpu, prefer_smaller_index and stable_sorted. A segment of fewer than k
 * items gives all of them, and the rest of its row is not written. -0 and +0 are equal. NaNs are the largest.
 *
 * segment_sizes is a number, for segments one after another, or `args.deferred_sequence`. k is one number for all
 * segments, or `args.deferred`. Segments may have any length. Null as d_values_in stands for each item's index in its
 * segment. d_values_out then is of u32 or i32, and slots without an item receive 0xFFFFFFFF.
 *
 * With null as temporary storage a call records nothing, and its promise resolves to the bytes that the same call
 * needs.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const [d_in, d_out] = [device_ptr(logits, 'f32'), device_ptr(top, 'f32')];
 * const bytes = await DeviceBatchedTopK.MaxKeys(null, 0, d_in, d_out, 32000, 50, 8, encoder);
 * const d_temp = device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE });
 * await DeviceBatchedTopK.MaxKeys(d_temp, bytes, d_in, d_out, 32000, 50, 8, encoder);
 */
export const DeviceBatchedTopK: {
  readonly MaxKeys: TopKeys;
  readonly MinKeys: TopKeys;
  readonly MaxPairs: TopPairs;
  readonly MinPairs: TopPairs;
} = {
  MaxKeys: (...given) => topK('descending', false, given),
  MinKeys: (...given) => topK('ascending', false, given),
  MaxPairs: (...given) => topK('descending', true, given),
  MinPairs: (...given) => topK('ascending', true, given),
};
