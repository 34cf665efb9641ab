/**
 * The calls on arrays without a GPU: the same names, arguments and results as those of the core.
 *
 * @module
 */
export { SegmentedError, type SegmentedErrorCode } from '../checks.ts';
export type { GroupByOptions, Groups, GroupsOf, ReduceByKeyOptions, ReducedByKey } from '../group/calls.ts';
export type { GroupOptions } from '../group/descriptor.ts';
export type { GroupIds, KeysOf } from '../group/ids.ts';
export type {
  HistogramOptions,
  ModeOptions,
  Modes,
  RankOptions,
  Ranks,
  Ties,
  UniqueKeys,
  UniqueOptions,
} from '../keys/descriptor.ts';
export type { ReduceOptions } from '../reduce/calls.ts';
export type { ScanOptions } from '../segmented_scan/calls.ts';
export type { Interpolation, QuantileOptions, Quantiles } from '../select/quantile/descriptor.ts';
export type { TopK, TopKOptions } from '../select/topk/descriptor.ts';
export type { SortOptions } from '../sort/array_call.ts';
export type { ArgsortOptions, SortedPairs } from '../sort/calls.ts';
export type { CustomTransform, Transformed, TransformName, TransformOptions } from '../transform/descriptor.ts';
export type { NoDevice } from './call.ts';
export { groupBy, reduceByKey } from './group/calls.ts';
export { segmentedHistogram, segmentedMode, segmentedRank, segmentedUnique } from './keys/calls.ts';
export { segmentedReduce } from './reduce/calls.ts';
export { segmentedScan } from './scan/calls.ts';
export { segmentedQuantile, segmentedTopK } from './select/calls.ts';
export {
  segmentedArgsort,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from './sort/calls.ts';
export { segmentedTransform } from './transform/calls.ts';
