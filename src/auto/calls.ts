/** The calls on arrays with a place in the device's stead: names, arguments and results of the core. */
import type { HostArray } from '../api/arrays.ts';
import type { HostSegments } from '../api/segments.ts';
import type { GroupByOptions, GroupsOf, ReduceByKeyOptions, ReducedByKey } from '../group/calls.ts';
import type { GroupIds } from '../group/ids.ts';
import type { CallName } from '../js/worker/protocol.ts';
import type {
  HistogramOptions,
  ModeOptions,
  Modes,
  RankOptions,
  Ranks,
  UniqueKeys,
  UniqueOptions,
} from '../keys/descriptor.ts';
import type { OpOf, ReduceOp } from '../operators/operators.ts';
import type { Reduced, ReduceOptions } from '../reduce/calls.ts';
import type { ScanOptions } from '../segmented_scan/calls.ts';
import type { ScanOp } from '../segmented_scan/descriptor.ts';
import type { GivenQuantiles, QuantileOptions, Quantiles } from '../select/quantile/descriptor.ts';
import type { TopK, TopKOptions } from '../select/topk/descriptor.ts';
import type { SortOptions } from '../sort/array_call.ts';
import type { ArgsortOptions, SortedPairs } from '../sort/calls.ts';
import type { CustomTransform, Transformed, TransformName, TransformOptions } from '../transform/descriptor.ts';
import { type Place, runOf } from './place.ts';

/** Runs a call. It throws nothing: the promise rejects. */
async function run<R>(place: Place, call: CallName, ...given: readonly unknown[]): Promise<R> {
  return (await runOf(place)(call, given)) as R;
}

/**
 * `segmentedSort` of the core in a place: the same arguments, and the same result bit for bit.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError with the codes of the core, and `'destroyed'` where the place was closed
 * @example
 * import { openPlace, segmentedSort } from 'webgpu-segmented/auto';
 * const place = await openPlace();
 * const sorted = await segmentedSort(place, new Uint32Array([3, 1, 2, 9, 8]), [0, 3, 5]);   // 1 2 3 | 8 9
 */
export function segmentedSort<K extends HostArray>(
  place: Place,
  keys: K,
  segments: HostSegments,
  options?: SortOptions,
): Promise<K> {
  return run(place, 'segmentedSort', keys, segments, options);
}

/** `segmentedStableSort` of the core in a place: {@link segmentedSort}, under the name that promises stability. */
export function segmentedStableSort<K extends HostArray>(
  place: Place,
  keys: K,
  segments: HostSegments,
  options?: SortOptions,
): Promise<K> {
  return run(place, 'segmentedStableSort', keys, segments, options);
}

/**
 * `segmentedSortByKey` of the core in a place: the same arguments, and the same results bit for bit.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const keys = new Float32Array([0.5, 0.1, 0.9]);
 * const { values } = await segmentedSortByKey(place, keys, new Uint32Array([0, 1, 2]), [0, 3]);   // 1 0 2
 */
export function segmentedSortByKey<K extends HostArray, V extends HostArray>(
  place: Place,
  keys: K,
  values: V,
  segments: HostSegments,
  options?: SortOptions,
): Promise<SortedPairs<K, V>> {
  return run(place, 'segmentedSortByKey', keys, values, segments, options);
}

/**
 * `segmentedStableSortByKey` of the core in a place: {@link segmentedSortByKey}, under the name that promises
 * stability.
 * @param place from `openPlace`
 * @param options none is required
 */
export function segmentedStableSortByKey<K extends HostArray, V extends HostArray>(
  place: Place,
  keys: K,
  values: V,
  segments: HostSegments,
  options?: SortOptions,
): Promise<SortedPairs<K, V>> {
  return run(place, 'segmentedStableSortByKey', keys, values, segments, options);
}

/**
 * `segmentedArgsort` of the core in a place: the same arguments, and the same result.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const order = await segmentedArgsort(place, new Float32Array([0.5, 0.1, 0.9, 7, 3]), [0, 3, 5]);   // 1 0 2 | 4 3
 */
export function segmentedArgsort(
  place: Place,
  keys: HostArray,
  segments: HostSegments,
  options?: ArgsortOptions,
): Promise<Uint32Array<ArrayBuffer>> {
  return run(place, 'segmentedArgsort', keys, segments, options);
}

/**
 * `segmentedReduce` of the core in a place: the same arguments, and the same results. Products, means, variances and
 * custom operators in f32 may differ in the last bits from place to place.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const sums = await segmentedReduce(place, new Float32Array([1, 2, 3, 4]), [0, 3, 3, 4], 'sum');   // 6 0 4
 */
export function segmentedReduce<V extends HostArray, const Ops extends readonly OpOf<V, ReduceOp>[]>(
  place: Place,
  values: V,
  segments: HostSegments,
  op: Ops,
  options?: ReduceOptions,
): Promise<{ -readonly [K in keyof Ops]: Reduced<V, Ops[K]> }>;
export function segmentedReduce<V extends HostArray, const Op extends OpOf<V, ReduceOp>>(
  place: Place,
  values: V,
  segments: HostSegments,
  op: Op,
  options?: ReduceOptions,
): Promise<Reduced<V, Op>>;
export function segmentedReduce(place: Place, ...given: readonly unknown[]): Promise<unknown> {
  return run(place, 'segmentedReduce', ...given);
}

/**
 * `segmentedScan` of the core in a place: the same arguments, and the same results.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const running = await segmentedScan(place, new Float32Array([1, 2, 3, 4]), [0, 3, 4], 'sum');   // 1 3 6 4
 */
export function segmentedScan<V extends HostArray, const Op extends OpOf<V, ScanOp>>(
  place: Place,
  values: V,
  segments: HostSegments,
  op: Op,
  options?: ScanOptions,
): Promise<Reduced<V, Op>> {
  return run(place, 'segmentedScan', values, segments, op, options);
}

/**
 * `segmentedTopK` of the core in a place: the same arguments, and the same results bit for bit.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const keys = new Float32Array([3, 1, 2, 9, 8]);
 * const top = await segmentedTopK(place, keys, [0, 3, 5], 2);   // keys 3 2 | 9 8, indices 0 2 | 3 4, offsets 0 2 4
 */
export function segmentedTopK<K extends HostArray, V extends HostArray = never>(
  place: Place,
  keys: K,
  segments: HostSegments,
  k: number | Uint32Array | readonly number[],
  options?: TopKOptions<V>,
): Promise<TopK<K, V>> {
  return run(place, 'segmentedTopK', keys, segments, k, options);
}

/**
 * `segmentedQuantile` of the core in a place: the same arguments, and the same results bit for bit.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const values = new Float32Array([4, 1, 3, 10, 20]);
 * const medians = await segmentedQuantile(place, values, [0, 3, 5], [0.5]);   // Float64Array 3 15
 */
export function segmentedQuantile<K extends HostArray, const O extends QuantileOptions = Record<never, never>>(
  place: Place,
  keys: K,
  segments: HostSegments,
  quantiles: GivenQuantiles,
  options?: O,
): Promise<Quantiles<K, O>> {
  return run(place, 'segmentedQuantile', keys, segments, quantiles, options);
}

/**
 * `groupBy` of the core in a place: the same arguments, and the same results.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const { keys, offsets, rows } = await groupBy(place, new Uint32Array([7, 3, 7, 9]));
 * // keys 3 7 9 · offsets 0 1 3 4 · rows 1 | 0 2 | 3
 */
export function groupBy<const K extends GroupIds, const O extends GroupByOptions = Record<never, never>>(
  place: Place,
  ids: K,
  options?: O,
): Promise<GroupsOf<K, O>> {
  return run(place, 'groupBy', ids, options);
}

/**
 * `reduceByKey` of the core in a place: {@link groupBy}, then {@link segmentedReduce} over the groups.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const { keys, result } = await reduceByKey(place, new Uint32Array([7, 3, 7]), new Float32Array([1, 2, 4]), 'sum');
 * // keys 3 7 · result 2 5
 */
export function reduceByKey<
  const K extends GroupIds,
  V extends HostArray,
  const Ops extends readonly OpOf<V, ReduceOp>[],
>(
  place: Place,
  ids: K,
  values: V,
  op: Ops,
  options?: ReduceByKeyOptions,
): Promise<ReducedByKey<K, { -readonly [I in keyof Ops]: Reduced<V, Ops[I]> }>>;
export function reduceByKey<const K extends GroupIds, V extends HostArray, const Op extends OpOf<V, ReduceOp>>(
  place: Place,
  ids: K,
  values: V,
  op: Op,
  options?: ReduceByKeyOptions,
): Promise<ReducedByKey<K, Reduced<V, Op>>>;
export function reduceByKey(place: Place, ...given: readonly unknown[]): Promise<unknown> {
  return run(place, 'reduceByKey', ...given);
}

/**
 * One result an item, made of the item and of numbers of its segment: `'softmax'`, `'logSoftmax'`, `'normalize'`,
 * `'center'`, `'standardize'`, `'diff'`, `'shift'`, or a function of the caller's.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const p = await segmentedTransform(place, new Float32Array([1, 1, 0, 5]), [0, 2, 4], 'softmax');   // 0.5 0.5 | …
 */
export function segmentedTransform<V extends HostArray, const T extends TransformName | CustomTransform>(
  place: Place,
  values: V,
  segments: HostSegments,
  transform: T,
  options?: TransformOptions,
): Promise<Transformed<V, T>> {
  return run(place, 'segmentedTransform', values, segments, transform, options);
}

/**
 * The rank of each item in its segment, from 1.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const points = new Float32Array([70, 90, 70, 5, 8]);
 * const ranks = await segmentedRank(place, points, [0, 3, 5], { ties: 'min', order: 'descending' });   // 2 1 2 | 2 1
 */
export function segmentedRank<const O extends RankOptions = Record<never, never>>(
  place: Place,
  keys: HostArray,
  segments: HostSegments,
  options?: O,
): Promise<Ranks<O>> {
  return run(place, 'segmentedRank', keys, segments, options);
}

/**
 * The distinct keys of each segment, ascending, and how often each occurs.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const unique = await segmentedUnique(place, new Uint32Array([7, 3, 7, 9, 9]), [0, 3, 5]);
 * // keys 3 7 | 9 · counts 1 2 | 2 · offsets 0 2 3
 */
export function segmentedUnique<K extends HostArray>(
  place: Place,
  keys: K,
  segments: HostSegments,
  options?: UniqueOptions,
): Promise<UniqueKeys<K>> {
  return run(place, 'segmentedUnique', keys, segments, options);
}

/**
 * The most frequent key of each segment, the lowest of several.
 *
 * @param place from `openPlace`
 * @param options none is required
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const mode = await segmentedMode(place, new Uint32Array([7, 3, 7, 9, 4]), [0, 3, 5]);   // values 7 4 · counts 2 1
 */
export function segmentedMode<K extends HostArray>(
  place: Place,
  keys: K,
  segments: HostSegments,
  options?: ModeOptions,
): Promise<Modes<K>> {
  return run(place, 'segmentedMode', keys, segments, options);
}

/**
 * Counts the items of each segment in bins, row-major, as numpy's `histogram`.
 *
 * @param place from `openPlace`
 * @param options `bins` and `range`, or `edges`
 * @throws SegmentedError as {@link segmentedSort}
 * @example
 * const x = new Float32Array([0.1, 0.7, 1, 0.4]);
 * const counts = await segmentedHistogram(place, x, [0, 3, 4], { bins: 2, range: [0, 1] });   // 1 2 | 1 0
 */
export function segmentedHistogram(
  place: Place,
  values: HostArray,
  segments: HostSegments,
  options: HistogramOptions,
): Promise<Uint32Array<ArrayBuffer>> {
  return run(place, 'segmentedHistogram', values, segments, options);
}
