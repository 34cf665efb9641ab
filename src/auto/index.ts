/**
 * The calls on arrays, each in its fastest place: on a hardware GPU, or in JavaScript.
 *
 * @module
 */
export type { HalfArray, HostArray, NumberArray, TypedItems } from '../api/arrays.ts';
export type { HostSegments, OffsetArray } from '../api/segments.ts';
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
export {
  groupBy,
  reduceByKey,
  segmentedArgsort,
  segmentedHistogram,
  segmentedMode,
  segmentedQuantile,
  segmentedRank,
  segmentedReduce,
  segmentedScan,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
  segmentedTopK,
  segmentedTransform,
  segmentedUnique,
} from './calls.ts';
export { type LastCall, openPlace, type Place, type PlaceOptions } from './place.ts';
