/** The reduce of arrays. */

import { type HostArray, type HostItems, hostItems } from '../../api/arrays.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject } from '../../checks.ts';
import type { ItemType } from '../../item_types.ts';
import type { OpOf } from '../../operators/allowed.ts';
import { checkedInitial, type InitialWords } from '../../operators/initial.ts';
import type { CheckedOp, ReduceOp } from '../../operators/operators.ts';
import type { Reduced, ReduceOptions } from '../../reduce/calls.ts';
import { type ReduceRequest, reduceRequest } from '../../reduce/spec.ts';
import { checked, inChunks, itemsOf, type NoDevice, requireRare, spansOf } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { type CustomFunctions, customFunctions } from './custom.ts';
import { type Reduction, reductionOf } from './operators.ts';

/** Results in the form that `segmentedReduce` documents. */
function inForm(op: CheckedOp, input: HostItems, { type, values, indices }: Reduction): unknown {
  const isOther = typeof op === 'object' || op === 'count' || op === 'mean' || op === 'variance';
  const array = !isOther && type === input.type ? input.like(values) : viewOf(type as 'f32', values);
  return indices ? { values: array, indices } : array;
}

const REDUCE_OPTIONS = ['initial', 'whenEmpty', 'accuracy'];

/** Checks the operators. */
export function checkedRequest(type: ItemType, op: unknown, options: ReduceOptions): ReduceRequest {
  const { initial, whenEmpty, accuracy } = options;
  return reduceRequest('values', { type, op, initial, whenEmpty, accuracy });
}

/**
 * `segmentedReduce` without a GPU: the same arguments, and the same results bit for bit; means and variances within the
 * same tolerance. `device` is ignored. Sums, products, means and variances of f64 are plain arithmetic of doubles, by
 * the same tree.
 *
 * Cost: one read of the input for each operator. Every 25 ms, between segments, the event loop runs.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedReduce } from 'webgpu-segmented/js';
 * const sums = await segmentedReduce(null, new Float32Array([1, 2, 3, 4]), [0, 3, 3, 4], 'sum');   // 6 0 4
 */
export async function segmentedReduce<V extends HostArray, const Ops extends readonly OpOf<V, ReduceOp>[]>(
  device: NoDevice,
  values: V,
  segments: HostSegments,
  op: Ops,
  options?: ReduceOptions,
): Promise<{ -readonly [K in keyof Ops]: Reduced<V, Ops[K]> }>;
export async function segmentedReduce<V extends HostArray, const Op extends OpOf<V, ReduceOp>>(
  device: NoDevice,
  values: V,
  segments: HostSegments,
  op: Op,
  options?: ReduceOptions,
): Promise<Reduced<V, Op>>;
export async function segmentedReduce(
  _device: NoDevice,
  values: HostArray,
  segments: HostSegments,
  op: ReduceOp | readonly ReduceOp[],
  options: ReduceOptions = {},
): Promise<unknown> {
  const given = hostItems('values', values);
  requireObject('options', options);
  const { type, ops, listed, empty, accuracy } = checkedRequest(given.type, op, options);
  const call = checked(given.length, segments, options, { mayOverlap: true, options: REDUCE_OPTIONS });
  const functions = ops.map((each, i): CustomFunctions | undefined =>
    typeof each === 'object' ? customFunctions(each, listed ? (op as readonly ReduceOp[])[i] : op) : undefined,
  );
  const initial: InitialWords = empty ? checkedInitial(empty, type, ops, listed) : [];
  requireRare(call);
  const input = itemsOf(call, given);
  const spans = spansOf(call.segments);
  const of = { type, bytes: input.bytes, spans, accuracy };
  const reductions = ops.map((each, i) => reductionOf(of, each, initial[i], functions[i]));
  await inChunks(spans, call.itemCount, call, 0, (first, last) => {
    for (const reduction of reductions) reduction.run(first, last);
  });
  const results = reductions.map((reduction, i) => inForm(ops[i] as CheckedOp, input, reduction));
  return listed ? results : results[0];
}
