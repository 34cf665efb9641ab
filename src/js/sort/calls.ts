/** The sorts of arrays. */

import type { HostArray, HostItems } from '../../api/arrays.ts';
import { SORT_OPTIONS } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject, requireOneOf, taken } from '../../checks.ts';
import type { SortOptions } from '../../sort/array_call.ts';
import type { ArgsortOptions, SortedPairs } from '../../sort/calls.ts';
import { checked, checkedValues, type NoDevice, ownItems } from '../call.ts';
import { loaded } from '../load.ts';
import type { SortedArrays } from './array_call.ts';

/** Copies the arguments, loads the sort and runs it. */
async function sorted(
  keysGiven: unknown,
  segmentsGiven: unknown,
  options: ArgsortOptions,
  valuesOf?: (keys: HostItems) => HostItems,
  indexFrom?: unknown,
): Promise<SortedArrays> {
  requireObject('options', options);
  const { order = 'ascending', beginBit, endBit, signedZero, nan, compare, orderBy } = options;
  const keys = ownItems('keys', keysGiven);
  const known = indexFrom === undefined ? SORT_OPTIONS : [...SORT_OPTIONS, 'indexFrom'];
  const call = checked(keys.length, segmentsGiven, options, { mayOverlap: false, options: known });
  const bits = { beginBit, endBit, signedZero, nan };
  const values = valuesOf?.(keys);
  const given = { call, keys, values, order, bits, indexFrom, compare: taken(compare), orderBy: taken(orderBy) };
  const isCustom = compare !== undefined || orderBy !== undefined;
  const [{ sortHost }, custom] = await loaded(
    options,
    import('./array_call.ts'),
    isCustom ? import('./custom.ts') : undefined,
  );
  return sortHost({ ...given, customOrder: custom?.customOrder });
}

/**
 * `segmentedSort` without a GPU: the same arguments, and the same result bit for bit. `device` is ignored.
 *
 * Cost: up to 20 keys by insertion, up to 4096 by buckets, longer segments by a radix sort. Every 25 ms, between
 * segments, the event loop runs.
 *
 * @throws SegmentedError with the codes of the call on a GPU, except those of devices
 * @example
 * import { segmentedSort } from 'webgpu-segmented/js';
 * const sorted = await segmentedSort(null, new Uint32Array([3, 1, 2, 9, 8]), [0, 3, 5]);   // 1 2 3 | 8 9
 */
export async function segmentedSort<K extends HostArray>(
  _device: NoDevice,
  keys: K,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<K> {
  return (await sorted(keys, segments, options)).keys() as K;
}

/** `segmentedStableSort` without a GPU: {@link segmentedSort}, under the name that promises stability. */
export const segmentedStableSort: typeof segmentedSort = segmentedSort;

/**
 * `segmentedSortByKey` without a GPU: the same arguments, and the same results bit for bit. `device` is ignored.
 *
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * import { segmentedSortByKey } from 'webgpu-segmented/js';
 * const keys = new Float32Array([0.5, 0.1, 0.9]);
 * const { values } = await segmentedSortByKey(null, keys, new Uint32Array([0, 1, 2]), [0, 3]);   // 1 0 2
 */
export async function segmentedSortByKey<K extends HostArray, V extends HostArray>(
  _device: NoDevice,
  keys: K,
  values: V,
  segments: HostSegments,
  options: SortOptions = {},
): Promise<SortedPairs<K, V>> {
  const found = await sorted(keys, segments, options, (given) => checkedValues(values, given));
  return { keys: found.keys() as K, values: found.values() as V };
}

/** `segmentedStableSortByKey` without a GPU: {@link segmentedSortByKey}, under the name that promises stability. */
export const segmentedStableSortByKey: typeof segmentedSortByKey = segmentedSortByKey;

/**
 * `segmentedArgsort` without a GPU: the same arguments, and the same result. `device` is ignored.
 *
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * import { segmentedArgsort } from 'webgpu-segmented/js';
 * const order = await segmentedArgsort(null, new Float32Array([0.5, 0.1, 0.9, 7, 3]), [0, 3, 5]);   // 1 0 2 | 4 3
 */
export async function segmentedArgsort(
  _device: NoDevice,
  keys: HostArray,
  segments: HostSegments,
  options: ArgsortOptions = {},
): Promise<Uint32Array<ArrayBuffer>> {
  requireObject('options', options);
  const { indexFrom = 'array' } = options;
  requireOneOf('indexFrom', indexFrom, ['array', 'segment'], 'invalid-option');
  return (await sorted(keys, segments, options, undefined, indexFrom)).indices();
}
