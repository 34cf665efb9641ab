/** The calls of selections. They read their arguments, then load the rest. */

import { checkedCall } from '../api/array_call.ts';
import { type HostArray, hostItems } from '../api/arrays.ts';
import { type OptionNames, QUANTILE_OPTIONS, TOP_K_OPTIONS } from '../api/options.ts';
import type { HostSegments } from '../api/segments.ts';
import { readMembers, requireObject, taken } from '../checks.ts';
import type {
  GivenQuantiles,
  QuantileOptions,
  Quantiles,
  SegmentedQuantile,
  SegmentedQuantileDescriptor,
} from './quantile/descriptor.ts';
import type { SegmentedTopK, SegmentedTopKDescriptor, TopK, TopKOptions } from './topk/descriptor.ts';

/**
 * Finds the first k items of the stable sort of every segment, in that order: the greatest by default. Of items that
 * tie, those with the lower indices come first. Returns their keys and indices, back to back: those of segment i are
 * `offsets[i]` to `offsets[i + 1]` of each array. A segment of fewer than k items gives all its items, sorted.
 *
 * The order is that of `segmentedSort`, NaNs included: in descending order NaNs come first.
 *
 * Only the keys are uploaded, and only indices are read back. So values of any size cost nothing on the GPU. Arrays
 * longer than a binding run in batches.
 *
 * Cost: O(items) for long segments, which are read twice if many keys differ, and a sort of the found items. Method:
 * short segments are sorted in registers (Batcher 1968), long ones are selected by digits (radix select: Alabi,
 * Blanchard, Gordon and Steinbach 2012).
 *
 * @param device a device that is not lost; any features and limits do
 * @param keys any typed array except Uint8ClampedArray, or `{ type, data }`
 * @param segments as in `segmentedSort`
 * @param k a whole number from 0, or one per segment
 * @param options none is required
 * @throws SegmentedError as `segmentedSort`
 * @example
 * const keys = new Float32Array([3, 1, 2, 9, 8]);
 * const top = await segmentedTopK(device, keys, [0, 3, 5], 2);   // keys 3 2 | 9 8, indices 0 2 | 3 4, offsets 0 2 4
 */
export async function segmentedTopK<K extends HostArray, V extends HostArray = never>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  k: number | Uint32Array | readonly number[],
  options: TopKOptions<V> = {},
): Promise<TopK<K, V>> {
  requireObject('options', options);
  const items = hostItems('keys', keys);
  const values = options.values === undefined ? undefined : hostItems('values', options.values);
  const own = { mayOverlap: true, options: TOP_K_OPTIONS satisfies OptionNames<TopKOptions<V>> };
  const call = checkedCall(device, items.length, segments, options, own);
  // The loaded code checks the copy. What is no list stays as it is, so that it is refused.
  const isList = Array.isArray(k) || (ArrayBuffer.isView(k) && 'slice' in k);
  const given = { ...readMembers(options), k: isList ? (k as Uint32Array).slice() : k };
  return (await import('./topk/array_call.ts')).topKHost(call, items, values, given) as Promise<TopK<K, V>>;
}

/**
 * Computes quantiles of every segment: the results are row-major, segment by segment. The median is 0.5.
 *
 * The position of q in a segment of n items is q · (n - 1), as in numpy. `'linear'` and `'midpoint'` give a
 * Float64Array, computed on the host from the exact keys at both sides of the position; the others give keys in the
 * class of `keys`. A segment that has a NaN gives NaN, unless `nan` is `'omit'`. An empty segment gives NaN, and 0 for
 * results in an integer class.
 *
 * Cost: O(items) for each four quantiles. Keys are read twice if many of them differ. Method: that of
 * {@link segmentedTopK}.
 *
 * @param device a device that is not lost; any features and limits do
 * @param quantiles numbers from 0 to 1, or one for one result a segment
 * @param options none is required
 * @throws SegmentedError as `segmentedSort`
 * @example
 * const values = new Float32Array([4, 1, 3, 10, 20]);
 * const medians = await segmentedQuantile(device, values, [0, 3, 5], [0.5]);   // Float64Array 3 15
 */
export async function segmentedQuantile<K extends HostArray, const O extends QuantileOptions = Record<never, never>>(
  device: GPUDevice,
  keys: K,
  segments: HostSegments,
  quantiles: GivenQuantiles,
  options: O = {} as O,
): Promise<Quantiles<K, O>> {
  requireObject('options', options);
  const items = hostItems('keys', keys);
  const call = checkedCall(device, items.length, segments, options, {
    mayOverlap: true,
    options: QUANTILE_OPTIONS satisfies OptionNames<QuantileOptions>,
  });
  // The loaded code checks the copy. What is no list stays as it is, so that it is refused.
  const list = Array.isArray(quantiles) || ArrayBuffer.isView(quantiles) ? Array.from(quantiles) : quantiles;
  const given = { quantiles: list, ...readMembers(options) };
  return (await import('./quantile/array_call.ts')).quantileHost(call, items, given) as Promise<Quantiles<K, O>>;
}

/**
 * Makes a top-k that is recorded into the caller's command encoder: rows of `maxK` slots, one per segment. After this
 * call it reads nothing back, submits nothing and allocates nothing that grows with the data. Order, cost and method
 * are those of {@link segmentedTopK}.
 *
 * @param device a device that is not lost; any features and limits do
 * @throws SegmentedError as `createSegmentedSort`
 * @example
 * const topK = await createSegmentedTopK(device, { keyType: 'f32', maxK: 8, maxItems: 1 << 20, maxSegments: 1 << 10 });
 * const encoder = device.createCommandEncoder();
 * topK.encode(encoder, { keysIn, keysOut, indicesOut, segments: { size: 128, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedTopK(
  device: GPUDevice,
  descriptor: SegmentedTopKDescriptor,
): Promise<SegmentedTopK> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  return (await import('./topk/record.ts')).createTopK(device, given);
}

/**
 * Makes quantiles that are recorded into the caller's command encoder. For each segment and quantile the plan writes
 * two keys: at the position rounded down, and rounded up. The caller interpolates between them. After this call it
 * reads nothing back, submits nothing and allocates nothing that grows with the data.
 *
 * @param device a device that is not lost; any features and limits do
 * @throws SegmentedError as `createSegmentedSort`
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 10 };
 * const medians = await createSegmentedQuantile(device, { keyType: 'f32', quantiles: [0.5], ...room });
 * const encoder = device.createCommandEncoder();
 * medians.encode(encoder, { keysIn, keysLow, keysHigh, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedQuantile(
  device: GPUDevice,
  descriptor: SegmentedQuantileDescriptor,
): Promise<SegmentedQuantile> {
  requireObject('descriptor', descriptor);
  const given = taken(descriptor);
  return (await import('./quantile/record.ts')).createQuantile(device, given);
}
