import { MAX_ITEMS, requireCount, requireMembers, SegmentedError } from '../checks.ts';
import { typeBytes } from '../item_types.ts';
import type { InitialValue } from '../operators/initial.ts';
import type { OpOf, ReduceOp } from '../operators/operators.ts';
import { isDevicePointer, key_value_pair } from '../ports/device_ptr.ts';
import { numbersOf } from '../ports/numbers.ts';
import { type DataArgument, type Operand, operand, requireRoom, requireSameType } from '../ports/operand.ts';
import { cachedReduce } from '../ports/plans.ts';
import { argDescriptor, reduceDescriptor } from '../ports/requests.ts';
import { fixedSegments, listedSegments, type OffsetsArgument, type SegmentsOf } from '../ports/segments.ts';
import { type CallBuffers, type Policy, perform, requirePolicy, requireReturn } from './policy.ts';

/** Outputs of argmin and argmax: a plain array whose elements from index 0 on are set to pairs, or `{ key, value }`. */
export type ArgOutput =
  | key_value_pair<number, number | bigint>[]
  | Pick<key_value_pair<DataArgument, DataArgument>, 'key' | 'value'>;

interface Segments {
  readonly itemCount: number;
  readonly segmentCount: number;
  readonly segmentsOf: SegmentsOf;
}

function segmentsOf(
  input: Operand,
  count: unknown,
  name: string,
  begin: OffsetsArgument,
  end: OffsetsArgument,
): Segments {
  const segmentCount = requireCount(name, count, MAX_ITEMS);
  const segments = listedSegments(['begin_offsets', 'end_offsets'], begin, end, segmentCount);
  return { itemCount: input.length, segmentCount, segmentsOf: segments };
}

/** The checked outputs of a call. `bind` makes their buffers when the call records. */
interface ArgTarget {
  bind(buffers: CallBuffers): {
    output: ReturnType<CallBuffers['output']>;
    outputIndex: ReturnType<CallBuffers['output']>;
  };
}

function separateTarget(
  policy: Policy,
  name: string,
  input: Operand,
  count: number,
  key: DataArgument,
  value: DataArgument,
): ArgTarget {
  const [keys, values] = [operand(`${name}.key`, key), operand(`${name}.value`, value)];
  if (keys.type !== 'i32') requireSameType(keys, 'u32', 'or i32');
  requireSameType(values, input.type, `as ${input.name} is`);
  for (const each of [keys, values]) {
    requireRoom(each, count);
    requireReturn(policy, each.name, each.host !== undefined);
  }
  return { bind: (buffers) => ({ output: buffers.output(values, count), outputIndex: buffers.output(keys, count) }) };
}

function argTarget(policy: Policy, name: string, input: Operand, count: number, output: ArgOutput): ArgTarget {
  if (typeof output !== 'object' || output === null || ArrayBuffer.isView(output) || isDevicePointer(output)) {
    const found = isDevicePointer(output)
      ? 'one handle'
      : ArrayBuffer.isView(output)
        ? 'a typed array'
        : String(output);
    throw new SegmentedError(
      'unsupported-type',
      `${name}: ${found} is not supported; allowed: a plain array, or { key, value } of two handles or arrays`,
    );
  }
  if (!Array.isArray(output)) {
    requireMembers(name, output, ['key', 'value']);
    return separateTarget(policy, name, input, count, output.key, output.value);
  }
  requireReturn(policy, name, true);
  let keys: (number | bigint)[] = [];
  const takeKeys = (bytes: Uint8Array<ArrayBuffer>) => {
    keys = numbersOf('u32', bytes);
  };
  const takeValues = (bytes: Uint8Array<ArrayBuffer>) => {
    numbersOf(input.type, bytes).forEach((value, i) => {
      output[i] = new key_value_pair(keys[i] as number, value);
    });
  };
  return {
    // Keys before values: their bytes are handed over in this order.
    bind: (buffers) => ({
      outputIndex: buffers.result(`${name}.key`, 4 * count, takeKeys),
      output: buffers.result(`${name}.value`, typeBytes(input.type) * count, takeValues),
    }),
  };
}

async function arg(
  op: 'argmin' | 'argmax',
  policy: Policy,
  input: Operand,
  [name, output]: readonly [string, ArgOutput],
  { itemCount, segmentCount, segmentsOf }: Segments,
): Promise<void> {
  const descriptor = argDescriptor(input, op);
  const target = argTarget(policy, name, input, segmentCount, output);
  const { device, tuning } = policy;
  const bounds = { maxItems: itemCount, maxSegments: segmentCount };
  const plan = await cachedReduce(device, { ...descriptor, ...bounds, ...(tuning === undefined ? {} : { tuning }) });
  await perform(policy, plan.temporaryBytes, (buffers) => {
    const { encoder, temporary } = buffers;
    const segments = segmentsOf(buffers.upload);
    plan.encode(encoder, {
      input: buffers.input(input, itemCount),
      ...target.bind(buffers),
      segments,
      itemCount,
      temporary,
    });
  });
}

async function argOfAll(op: 'argmin' | 'argmax', policy: Policy, input: DataArgument, output: ArgOutput, n: number) {
  requirePolicy('policy', policy);
  const read = operand('input', input);
  const itemCount = requireCount('n', n, MAX_ITEMS);
  requireRoom(read, itemCount);
  const segments = { itemCount, segmentCount: 1, segmentsOf: fixedSegments(itemCount, 1) };
  return arg(op, policy, read, ['output', output], segments);
}

async function argOfEach(
  op: 'argmin' | 'argmax',
  policy: Policy,
  keys_in: DataArgument,
  keys_out: ArgOutput,
  nsegments: number,
  begin_offsets: OffsetsArgument,
  end_offsets: OffsetsArgument,
) {
  requirePolicy('policy', policy);
  const read = operand('keys_in', keys_in);
  const segments = segmentsOf(read, nsegments, 'nsegments', begin_offsets, end_offsets);
  return arg(op, policy, read, ['keys_out', keys_out], segments);
}

/**
 * Finds the smallest of the first n items and its index. NaN is smaller than all numbers. The first of equal items
 * wins. Without items the result is key 1 and the type's largest value, which is finite also for floats.
 *
 * @param output a plain array, whose first element is set to a `key_value_pair`; or `{ key, value }`, handles or
 *   arrays of one item each, keys as u32 or i32
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const found: key_value_pair<number, number>[] = [];
 * await reduce_argmin({ device }, Int32Array.of(4, -2, 7), found, 3);   // [{ key: 1, value: -2 }]
 */
export async function reduce_argmin(policy: Policy, input: DataArgument, output: ArgOutput, n: number): Promise<void> {
  return argOfAll('argmin', policy, input, output, n);
}

/**
 * Finds the largest of the first n items and its index, as `reduce_argmin` does the smallest. NaN is larger than all
 * numbers. Without items the result is key 1 and the type's lowest value.
 *
 * @param output as for `reduce_argmin`
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const found: key_value_pair<number, number>[] = [];
 * await reduce_argmax({ device }, Int32Array.of(4, -2, 7), found, 3);   // [{ key: 2, value: 7 }]
 */
export async function reduce_argmax(policy: Policy, input: DataArgument, output: ArgOutput, n: number): Promise<void> {
  return argOfAll('argmax', policy, input, output, n);
}

/**
 * Finds the smallest item of every segment begin_offsets[i] to end_offsets[i], as `reduce_argmin` does. Segments may
 * overlap. An end past the input counts as the input's end. Keys count from the segment's start. An empty segment gives
 * key 1 and the type's largest value. Cost: O(items + segments).
 *
 * @param keys_out a plain array for one `key_value_pair` a segment, or `{ key, value }`, handles or arrays
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const found: key_value_pair<number, number>[] = [];
 * await segmented_reduce_argmin({ device }, Int32Array.of(4, -2, 7), found, 2, [0, 2], [2, 3]);
 * // [{ key: 1, value: -2 }, { key: 0, value: 7 }]
 */
export async function segmented_reduce_argmin(
  policy: Policy,
  keys_in: DataArgument,
  keys_out: ArgOutput,
  nsegments: number,
  begin_offsets: OffsetsArgument,
  end_offsets: OffsetsArgument,
): Promise<void> {
  return argOfEach('argmin', policy, keys_in, keys_out, nsegments, begin_offsets, end_offsets);
}

/**
 * Finds the largest item of every segment, as `segmented_reduce_argmin` does the smallest. An empty segment gives key 1
 * and the type's lowest value.
 *
 * @param keys_out as for `segmented_reduce_argmin`
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const found: key_value_pair<number, number>[] = [];
 * await segmented_reduce_argmax({ device }, Int32Array.of(4, -2, 7), found, 2, [0, 2], [2, 3]);
 * // [{ key: 0, value: 4 }, { key: 0, value: 7 }]
 */
export async function segmented_reduce_argmax(
  policy: Policy,
  keys_in: DataArgument,
  keys_out: ArgOutput,
  nsegments: number,
  begin_offsets: OffsetsArgument,
  end_offsets: OffsetsArgument,
): Promise<void> {
  return argOfEach('argmax', policy, keys_in, keys_out, nsegments, begin_offsets, end_offsets);
}

const NAMES = { op: 'binary_op', initial: 'init' };

/**
 * Reduces every segment begin_offsets[i] to end_offsets[i]. init is combined on the left of every segment, and is the
 * result of an empty segment. Cost: O(items + segments).
 *
 * @param inputs a handle or an array; an end past it counts as its end
 * @param outputs one item a segment, of the inputs' type; sums and products of f16 are f32, and a custom operator gives
 *   its type
 * @param binary_op an operator of the core (`'sum'`, `'min'`, `'max'`, …), or `{ wgsl, identity, type? }`
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * const sums = new Uint32Array(2);
 * await segmented_reduce({ device }, Uint32Array.of(1, 2, 3), sums, 2, [0, 2], [2, 3], 'sum', 10);   // 13 13
 */
export async function segmented_reduce<const In extends DataArgument>(
  queue: Policy,
  inputs: In,
  outputs: DataArgument,
  segment_count: number,
  begin_offsets: OffsetsArgument,
  end_offsets: OffsetsArgument,
  binary_op: OpOf<In, ReduceOp>,
  init?: InitialValue,
): Promise<void> {
  const { device, tuning } = requirePolicy('queue', queue);
  const [input, output] = [operand('inputs', inputs), operand('outputs', outputs)];
  const { descriptor, resultType } = reduceDescriptor(input, binary_op, init, NAMES);
  requireSameType(output, resultType, `what binary_op makes of ${String(input.type)}`);
  const read = segmentsOf(input, segment_count, 'segment_count', begin_offsets, end_offsets);
  const { itemCount, segmentCount } = read;
  requireRoom(output, segmentCount);
  requireReturn(queue, output.name, output.host !== undefined);
  const bounds = { maxItems: itemCount, maxSegments: segmentCount };
  const plan = await cachedReduce(device, { ...descriptor, ...bounds, ...(tuning === undefined ? {} : { tuning }) });
  await perform(queue, plan.temporaryBytes, (buffers) =>
    plan.encode(buffers.encoder, {
      input: buffers.input(input, itemCount),
      output: buffers.output(output, segmentCount),
      segments: read.segmentsOf(buffers.upload),
      itemCount,
      temporary: buffers.temporary,
    }),
  );
}
