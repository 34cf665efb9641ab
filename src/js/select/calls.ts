/** Top-k and quantiles of arrays. */

import type { HostArray } from '../../api/arrays.ts';
import { QUANTILE_OPTIONS, TOP_K_OPTIONS } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { readMembers, requireObject, taken } from '../../checks.ts';
import type { GivenQuantiles, QuantileOptions, Quantiles } from '../../select/quantile/descriptor.ts';
import type { TopK, TopKOptions } from '../../select/topk/descriptor.ts';
import { checked, checkedValues, type NoDevice, ownItems } from '../call.ts';
import { loaded } from '../load.ts';

/**
 * `segmentedTopK` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored.
 *
 * Cost: O(items) for long segments, by radix descent, and a sort of the found items.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedTopK } from 'webgpu-segmented/js';
 * const keys = new Float32Array([3, 1, 2, 9, 8]);
 * const top = await segmentedTopK(null, keys, [0, 3, 5], 2);   // keys 3 2 | 9 8, indices 0 2 | 3 4, offsets 0 2 4
 */
export async function segmentedTopK<K extends HostArray, V extends HostArray = never>(
  _device: NoDevice,
  keys: K,
  segments: HostSegments,
  k: number | Uint32Array | readonly number[],
  options: TopKOptions<V> = {},
): Promise<TopK<K, V>> {
  requireObject('options', options);
  const given = ownItems('keys', keys);
  const { values, order, signedZero, nan, orderBy, indexFrom } = options;
  const givenValues = values === undefined ? undefined : checkedValues(values, given);
  const rules = { mayOverlap: true, options: TOP_K_OPTIONS };
  const call = checked(given.length, segments, options, rules);
  const own = { k: taken(k), order, signedZero, nan, orderBy: taken(orderBy), indexFrom };
  const [{ topKHost }, custom, omit] = await loaded(
    options,
    import('./topk.ts'),
    orderBy === undefined ? undefined : import('../sort/custom.ts'),
    nan === 'omit' ? import('../omit.ts') : undefined,
  );
  const loadedOwn = { ...own, customOrder: custom?.customOrder, omit };
  return topKHost(call, given, givenValues, loadedOwn) as unknown as Promise<TopK<K, V>>;
}

/**
 * `segmentedQuantile` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored.
 *
 * Cost: O(items), by counts in buckets, and a sort of the buckets that hold a quantile. Keys of 64 bits, and `indices`,
 * cost O(items) for each quantile of a long segment, by radix descent.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedQuantile } from 'webgpu-segmented/js';
 * const values = new Float32Array([4, 1, 3, 10, 20]);
 * const medians = await segmentedQuantile(null, values, [0, 3, 5], [0.5]);   // Float64Array 3 15
 */
export async function segmentedQuantile<K extends HostArray, const O extends QuantileOptions = Record<never, never>>(
  _device: NoDevice,
  keys: K,
  segments: HostSegments,
  quantiles: GivenQuantiles,
  options: O = {} as O,
): Promise<Quantiles<K, O>> {
  requireObject('options', options);
  const given = ownItems('keys', keys);
  const call = checked(given.length, segments, options, { mayOverlap: true, options: QUANTILE_OPTIONS });
  const own = { ...readMembers(options), quantiles: taken(quantiles) };
  const [{ quantileHost }] = await loaded(options, import('./quantiles.ts'));
  return quantileHost(call, given, own) as Promise<Quantiles<K, O>>;
}
