/** The sorts of arrays. */
import { type HostArray, type HostItems, hostItems } from '../../api/arrays.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject, requireOneOf } from '../../checks.ts';
import { refused } from '../../errors.ts';
import type { SortOptions } from '../../sort/array_call.ts';
import type { ArgsortOptions, SortedPairs } from '../../sort/calls.ts';
import { VALUE_BYTES } from '../../sort/context.ts';
import type { KeyOrder, SortKeyType } from '../../sort/keys/keys.ts';
import { keyOrder } from '../../sort/spec.ts';
import { checked, itemsOf, type NoDevice, requireRare, type Spans, spansOf } from '../call.ts';
import { customOrder } from './custom.ts';
import { type Sorted, sortByBits, sortByFunction } from './run.ts';

type Order = Parameters<typeof keyOrder>[0];

interface HostSort<V> {
  readonly keys: HostItems;
  readonly values: V;
  readonly spans: Spans;
  readonly sorted: Sorted;
}

/** Checks the values: one for each key, of an allowed size. */
export function checkedValues(values: unknown, keys: HostItems): HostItems {
  const items = hostItems('values', values);
  if (items.length !== keys.length) {
    throw refused('length-mismatch', 'values', `${items.length} values`, `${keys.length}, one per key`);
  }
  requireOneOf('values', items.itemBytes, VALUE_BYTES, 'unsupported-type');
  return items;
}

const SORT_OPTIONS = ['order', 'beginBit', 'endBit', 'signedZero', 'compare', 'orderBy'];

/** Checks and sorts, for all sorts. The checks are in the order of those of the calls on a GPU. */
async function sortHost<V extends HostItems | undefined>(
  keysGiven: unknown,
  segmentsGiven: unknown,
  options: SortOptions,
  valuesOf: (keys: HostItems) => V,
  ownOptions: readonly string[] = [],
): Promise<HostSort<V>> {
  requireObject('options', options);
  const { order = 'ascending', beginBit, endBit, signedZero, compare, orderBy } = options;
  const given = hostItems('keys', keysGiven);
  const known = [...SORT_OPTIONS, ...ownOptions];
  const call = checked(given.length, segmentsGiven, options, { mayOverlap: false, options: known });
  const keys = itemsOf(call, given);
  const values = itemsOf(call, valuesOf(given));
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  const bits = { beginBit, endBit, signedZero };
  const isCustom = compare !== undefined || orderBy !== undefined;
  const custom = isCustom ? customOrder({ keyType: keys.type, order, compare, orderBy, bits }) : undefined;
  const byBits = custom ? undefined : keyOrder({ keyType: keys.type as SortKeyType, order, ...bits } as Order, 'keys');
  requireRare(call);
  const spans = spansOf(call.segments);
  const sort = { ...call, spans, keys, values, indices: ownOptions.length > 0 };
  const sorted = await (custom ? sortByFunction(sort, custom) : sortByBits(sort, byBits as KeyOrder));
  return { keys, values, spans, sorted };
}

/**
 * `segmentedSort` without a GPU: the same arguments, and the same result bit for bit. `device` is ignored.
 *
 * Cost: up to 12 keys by insertion, up to 256 by buckets, longer segments by a radix sort. Every 25 ms, between
 * segments,
 * the event loop runs.
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
  const sort = await sortHost(keys, segments, options, () => undefined);
  return sort.keys.like(sort.sorted.keys()) as K;
}

/** `segmentedStableSort` without a GPU: {@link segmentedSort}, under the name that promises stability. */
export const segmentedStableSort: typeof segmentedSort = (device, keys, segments, options) =>
  segmentedSort(device, keys, segments, options);

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
  const sort = await sortHost(keys, segments, options, (given) => checkedValues(values, given));
  const { sorted } = sort;
  // Values are gathered from the input, which does not change when keys are returned.
  return { keys: sort.keys.like(sorted.keys()) as K, values: sort.values.like(sorted.values()) as V };
}

/** `segmentedStableSortByKey` without a GPU: {@link segmentedSortByKey}, under the name that promises stability. */
export const segmentedStableSortByKey: typeof segmentedSortByKey = (device, keys, values, segments, options) =>
  segmentedSortByKey(device, keys, values, segments, options);

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
  const { sorted, spans } = await sortHost(keys, segments, options, () => undefined, ['indexFrom']);
  const indices = sorted.indices();
  if (indexFrom === 'segment') {
    const { begin, end } = spans;
    for (let i = 0; i < spans.count; i++) {
      const from = begin[i]!;
      for (let k = from; k < end[i]!; k++) indices[k]! -= from;
    }
  }
  return indices;
}
