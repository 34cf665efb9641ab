import { MAX_ITEMS, requireCount, SegmentedError } from '../checks.ts';
import { requireFlag } from '../ports/numbers.ts';
import { type DataArgument, operand } from '../ports/operand.ts';
import { cachedSort } from '../ports/plans.ts';
import { type InAndOut, sortDescriptor } from '../ports/requests.ts';
import { fixedSegments, listedSegments, type OffsetsArgument, type SegmentsOf } from '../ports/segments.ts';
import { type io_iterator_pair, isPair } from './io_iterator_pair.ts';
import { type Policy, perform, requirePolicy, requireReturn } from './policy.ts';

/** Removes the keys, or the values, from a call's arguments. */
function takeArrays(name: 'keys' | 'values', args: unknown[], paired: boolean) {
  if (isPair(args[0]) !== paired) {
    const [found, allowed] = paired
      ? ['no io_iterator_pair', 'an io_iterator_pair, as keys']
      : ['an io_iterator_pair', 'a handle or an array, as keys_in'];
    throw new SegmentedError('invalid-option', `${name}: ${found}; allowed: ${allowed}`);
  }
  const pair = paired ? (args.shift() as io_iterator_pair) : undefined;
  const given = pair ? [pair.first(), pair.second()] : args.splice(0, 2);
  const names = pair ? [`${name}.first()`, `${name}.second()`] : [`${name}_in`, `${name}_out`];
  const [input, output] = given.map((each, i) => operand(names[i] as string, each as DataArgument));
  return { pair, inAndOut: [input, output] as unknown as InAndOut };
}

/** Removes the segments from a call's arguments: all n items, or nsegments and their offsets. */
function takeSegments(args: unknown[], segmented: boolean) {
  const itemCount = requireCount('n', args.shift(), MAX_ITEMS);
  if (!segmented) return { itemCount, segmentCount: 1, segmentsOf: fixedSegments(itemCount, 1) as SegmentsOf };
  const [nsegments, begin, end] = args.splice(0, 3) as [unknown, OffsetsArgument, OffsetsArgument];
  const segmentCount = requireCount('nsegments', nsegments, MAX_ITEMS);
  const segmentsOf = listedSegments(['begin_offsets', 'end_offsets'], begin, end, segmentCount);
  return { itemCount, segmentCount, segmentsOf };
}

/** Reads the flags and bits at the end of a call's arguments. */
function readOptions(args: unknown[], paired: boolean) {
  const max = paired ? 4 : 3;
  if (args.length > max) {
    throw new SegmentedError(
      'invalid-option',
      `arguments: ${args.length - max} too many; ` +
        `allowed: descending, ${paired ? 'do_swap_iters, ' : ''}begin_bit, end_bit last`,
    );
  }
  const descending = requireFlag('descending', args[0] ?? false);
  const swaps = paired && requireFlag('do_swap_iters', args[1] ?? false);
  const [begin_bit, end_bit] = args.slice(paired ? 2 : 1);
  return { descending, swaps, begin_bit, end_bit };
}

async function sort(policy: Policy, args: unknown[], kind: { pairs: boolean; segmented: boolean }): Promise<void> {
  const { device, tuning } = requirePolicy('policy', policy);
  const paired = isPair(args[0]);
  const keys = takeArrays('keys', args, paired);
  const values = kind.pairs ? takeArrays('values', args, paired) : undefined;
  const { itemCount, segmentCount, segmentsOf } = takeSegments(args, kind.segmented);
  const { descending, swaps, begin_bit, end_bit } = readOptions(args, paired);
  const inAndOuts = { keys: keys.inAndOut, values: values?.inAndOut };
  for (const each of Object.values(inAndOuts))
    if (each) requireReturn(policy, each[1].name, each[1].host !== undefined);
  const descriptor = sortDescriptor({ ...inAndOuts, itemCount, segmentCount, descending, begin_bit, end_bit });
  const plan = await cachedSort(device, { ...descriptor, ...(tuning === undefined ? {} : { tuning }) });
  await perform(policy, plan.temporaryBytes, (buffers) => {
    const both = ([input, output]: InAndOut) =>
      [buffers.input(input, itemCount), buffers.output(output, itemCount)] as const;
    const [keysIn, keysOut] = both(keys.inAndOut);
    const [valuesIn, valuesOut] = values ? both(values.inAndOut) : [];
    const { encoder, temporary } = buffers;
    plan.encode(encoder, {
      keysIn,
      keysOut,
      ...(valuesIn && valuesOut ? { valuesIn, valuesOut } : {}),
      segments: segmentsOf(buffers.upload),
      itemCount,
      temporary,
    });
  });
  if (swaps) for (const pair of [keys.pair, values?.pair]) pair?.swap();
}

type Bits = [begin_bit?: number, end_bit?: number];
type Flags = [descending?: boolean, ...Bits];
type PairFlags = [descending?: boolean, do_swap_iters?: boolean, ...Bits];
type Segments = [nsegments: number, begin_offsets: OffsetsArgument, end_offsets: OffsetsArgument];
type Keys = [keys_in: DataArgument, keys_out: DataArgument];
type Values = [values_in: DataArgument, values_out: DataArgument];
type KeysPair = [keys: io_iterator_pair];
type ValuesPair = [values: io_iterator_pair];

/**
 * Sorts the first n keys. The sort is stable, and -0 and +0 are equal.
 *
 * Arguments: `(policy, keys_in, keys_out, n, descending = false, begin_bit = 0, end_bit = bits of the key)`, or
 * `(policy, keys: io_iterator_pair, n, descending = false, do_swap_iters = false, begin_bit, end_bit)`. Keys are typed
 * handles or arrays of the host. Arrays are written in place before the promise resolves.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const sorted = new Float32Array(4);
 * await sort_keys({ device }, Float32Array.of(3, -1, 2, 0), sorted, 4, true);   // 3 2 0 -1
 */
export async function sort_keys(policy: Policy, ...args: [...Keys, n: number, ...Flags]): Promise<void>;
export async function sort_keys(policy: Policy, ...args: [...KeysPair, n: number, ...PairFlags]): Promise<void>;
export async function sort_keys(policy: Policy, ...args: unknown[]): Promise<void> {
  return sort(policy, args, { pairs: false, segmented: false });
}

/**
 * Sorts the first n keys as `sort_keys` does, and moves each value with its key. Values may have any type, since they
 * are moved as bits.
 *
 * Arguments: `(policy, keys_in, keys_out, values_in, values_out, n, descending, begin_bit, end_bit)`, or `(policy,
 * keys: io_iterator_pair, values: io_iterator_pair, n, descending, do_swap_iters, begin_bit, end_bit)`.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const [keys, values] = [new Float32Array(3), new Uint32Array(3)];
 * await sort_pairs({ device }, Float32Array.of(3, 1, 2), keys, Uint32Array.of(0, 1, 2), values, 3);   // values: 1 2 0
 */
export async function sort_pairs(policy: Policy, ...args: [...Keys, ...Values, n: number, ...Flags]): Promise<void>;
export async function sort_pairs(
  policy: Policy,
  ...args: [...KeysPair, ...ValuesPair, n: number, ...PairFlags]
): Promise<void>;
export async function sort_pairs(policy: Policy, ...args: unknown[]): Promise<void> {
  return sort(policy, args, { pairs: true, segmented: false });
}

/**
 * Sorts every segment begin_offsets[i] to min(n, end_offsets[i]) as `sort_keys` does. Keys outside every segment are
 * not changed.
 *
 * Arguments: `(policy, keys_in, keys_out, n, nsegments, begin_offsets, end_offsets, descending, begin_bit, end_bit)`,
 * or `(policy, keys: io_iterator_pair, n, nsegments, begin_offsets, end_offsets, descending, do_swap_iters, begin_bit,
 * end_bit)`.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const sorted = new Uint32Array(5);
 * await segmented_sort_keys({ device }, Uint32Array.of(8, 6, 7, 5, 3), sorted, 5, 2, [0, 3], [3, 5]);   // 6 7 8 | 3 5
 */
export async function segmented_sort_keys(
  policy: Policy,
  ...args: [...Keys, n: number, ...Segments, ...Flags]
): Promise<void>;
export async function segmented_sort_keys(
  policy: Policy,
  ...args: [...KeysPair, n: number, ...Segments, ...PairFlags]
): Promise<void>;
export async function segmented_sort_keys(policy: Policy, ...args: unknown[]): Promise<void> {
  return sort(policy, args, { pairs: false, segmented: true });
}

/**
 * Sorts every segment as `segmented_sort_keys` does, and moves each value with its key.
 *
 * Arguments: `(policy, keys_in, keys_out, values_in, values_out, n, nsegments, begin_offsets, end_offsets, descending,
 * begin_bit, end_bit)`, or `(policy, keys: io_iterator_pair, values: io_iterator_pair, n, nsegments, begin_offsets,
 * end_offsets, descending, do_swap_iters, begin_bit, end_bit)`.
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const keys = new io_iterator_pair(Uint32Array.of(8, 6, 7), new Uint32Array(3));
 * const values = new io_iterator_pair(Uint32Array.of(0, 1, 2), new Uint32Array(3));
 * await segmented_sort_pairs({ device }, keys, values, 3, 1, [0], [3], false, true);
 * values.first();   // 1 2 0
 */
export async function segmented_sort_pairs(
  policy: Policy,
  ...args: [...Keys, ...Values, n: number, ...Segments, ...Flags]
): Promise<void>;
export async function segmented_sort_pairs(
  policy: Policy,
  ...args: [...KeysPair, ...ValuesPair, n: number, ...Segments, ...PairFlags]
): Promise<void>;
export async function segmented_sort_pairs(policy: Policy, ...args: unknown[]): Promise<void> {
  return sort(policy, args, { pairs: true, segmented: true });
}
