/** Ranks, distinct keys, modes and histograms of arrays. */
import type { HostArray } from '../../api/arrays.ts';
import { HISTOGRAM_OPTIONS, MODE_OPTIONS, RANK_OPTIONS, UNIQUE_OPTIONS } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireObject, taken } from '../../checks.ts';
import type {
  HistogramOptions,
  ModeOptions,
  Modes,
  RankOptions,
  Ranks,
  UniqueKeys,
  UniqueOptions,
} from '../../keys/descriptor.ts';
import { checked, type NoDevice, ownItems } from '../call.ts';
import { loaded } from '../load.ts';

/**
 * The rank of each item in its segment, from 1: where it stands in the sorted segment. Items outside every segment have
 * rank 0. `device` is ignored.
 *
 * Cost: a stable sort with indices, and one pass.
 *
 * @throws SegmentedError `'invalid-option'`, `'unsupported-type'` for keys that are no numbers, and the codes of
 * `segmentedSort`
 * @example
 * import { segmentedRank } from 'webgpu-segmented/js';
 * const points = new Float32Array([70, 90, 70, 5, 8]);
 * const ranks = await segmentedRank(null, points, [0, 3, 5], { ties: 'min', order: 'descending' });   // 2 1 2 | 2 1
 */
export async function segmentedRank<const O extends RankOptions = Record<never, never>>(
  _device: NoDevice,
  keys: HostArray,
  segments: HostSegments,
  options: O = {} as O,
): Promise<Ranks<O>> {
  requireObject('options', options);
  const given = ownItems('keys', keys);
  const call = checked(given.length, segments, options, { mayOverlap: false, options: RANK_OPTIONS });
  const { ties, order, signedZero, nan } = options;
  const [{ rankHost }] = await loaded(options, import('./array_call.ts'));
  return rankHost(call, given, { ties, order, signedZero, nan }) as Promise<Ranks<O>>;
}

/**
 * The distinct keys of each segment, ascending, and how often each occurs. Keys are equal as in `groupBy`: all NaNs are
 * one key, and −0 and +0 are one unless `signedZero` is `'distinct'`. `device` is ignored.
 *
 * Cost: a stable sort with indices, and one pass.
 *
 * @throws SegmentedError as {@link segmentedRank}
 * @example
 * import { segmentedUnique } from 'webgpu-segmented/js';
 * const unique = await segmentedUnique(null, new Uint32Array([7, 3, 7, 9, 9]), [0, 3, 5]);
 * // keys 3 7 | 9 · counts 1 2 | 2 · offsets 0 2 3
 */
export async function segmentedUnique<K extends HostArray>(
  _device: NoDevice,
  keys: K,
  segments: HostSegments,
  options: UniqueOptions = {},
): Promise<UniqueKeys<K>> {
  requireObject('options', options);
  const given = ownItems('keys', keys);
  const call = checked(given.length, segments, options, { mayOverlap: false, options: UNIQUE_OPTIONS });
  const { signedZero } = options;
  const [{ uniqueHost }] = await loaded(options, import('./array_call.ts'));
  return uniqueHost(call, given, { signedZero }) as Promise<UniqueKeys<K>>;
}

/**
 * The most frequent key of each segment, the lowest of several, and how often it occurs. Keys are equal as in
 * {@link segmentedUnique}. A segment without items has the value 0 and the count 0. `device` is ignored.
 *
 * Cost: a stable sort with indices, and one pass.
 *
 * @throws SegmentedError as {@link segmentedRank}
 * @example
 * import { segmentedMode } from 'webgpu-segmented/js';
 * const mode = await segmentedMode(null, new Uint32Array([7, 3, 7, 9, 4]), [0, 3, 5]);   // values 7 4 · counts 2 1
 */
export async function segmentedMode<K extends HostArray>(
  _device: NoDevice,
  keys: K,
  segments: HostSegments,
  options: ModeOptions = {},
): Promise<Modes<K>> {
  requireObject('options', options);
  const given = ownItems('keys', keys);
  const call = checked(given.length, segments, options, { mayOverlap: false, options: MODE_OPTIONS });
  const { signedZero, nan } = options;
  const [{ modeHost }] = await loaded(options, import('./array_call.ts'));
  return modeHost(call, given, { signedZero, nan }) as Promise<Modes<K>>;
}

/**
 * Counts the items of each segment in bins, row-major: segments × bins. The last bin includes its greatest number.
 * Items outside the bins and NaNs are not counted. Integers of 64 bits are rounded to doubles. Segments may overlap.
 * `device` is ignored. Source: numpy's `histogram`.
 *
 * Cost: one pass; with `edges` a binary search for each item.
 *
 * @throws SegmentedError `'invalid-option'`, `'unsupported-type'`, `'limit-exceeded'` for more counts than the host
 * holds, and the codes of `segmentedReduce`
 * @example
 * import { segmentedHistogram } from 'webgpu-segmented/js';
 * const x = new Float32Array([0.1, 0.7, 1, 0.4]);
 * const counts = await segmentedHistogram(null, x, [0, 3, 4], { bins: 2, range: [0, 1] });   // 1 2 | 1 0
 */
export async function segmentedHistogram(
  _device: NoDevice,
  values: HostArray,
  segments: HostSegments,
  options: HistogramOptions,
): Promise<Uint32Array<ArrayBuffer>> {
  requireObject('options', options, '{ bins, range } or { edges }');
  const given = ownItems('values', values);
  const call = checked(given.length, segments, options, { mayOverlap: true, options: HISTOGRAM_OPTIONS });
  const own = { bins: options.bins, range: taken(options.range), edges: taken(options.edges) };
  const [{ histogramHost }] = await loaded(options, import('./array_call.ts'));
  return histogramHost(call, given, own);
}
