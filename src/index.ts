/**
 * Sorts, reduces, scans, selections, groups, transforms, ranks and histograms: calls on arrays, and plans that record
 * into an encoder.
 *
 * @module
 */
export type { HalfArray, HostArray, NumberArray, TypedItems } from './api/arrays.ts';
export type { CountArgument, SegmentsArgument } from './api/recorded.ts';
export type { HostSegments, OffsetArray } from './api/segments.ts';
export { SegmentedError, type SegmentedErrorCode } from './checks.ts';
export type { BufferArgument } from './gpu/arguments.ts';
export { deviceDescriptor } from './gpu/device.ts';
export {
  createGather,
  createGroupBy,
  type GroupByOptions,
  type Groups,
  type GroupsOf,
  groupBy,
  type ReduceByKeyOptions,
  type ReducedByKey,
  reduceByKey,
} from './group/calls.ts';
export type { GroupByDescriptor, GroupOptions } from './group/descriptor.ts';
export type { Gather, GatherArguments, GatherDescriptor } from './group/gather.ts';
export type { GroupIds, KeysOf } from './group/ids.ts';
export type { GroupBy, GroupByArguments } from './group/record.ts';
export type { ItemType, NumberType, StridedType, ValueBytes, VectorType } from './item_types.ts';
export {
  createSegmentedHistogram,
  createSegmentedMode,
  createSegmentedRank,
  createSegmentedUnique,
  segmentedHistogram,
  segmentedMode,
  segmentedRank,
  segmentedUnique,
} from './keys/calls.ts';
export type {
  HistogramOptions,
  ModeOptions,
  Modes,
  RankOptions,
  Ranks,
  SegmentedHistogramDescriptor,
  SegmentedModeDescriptor,
  SegmentedRankDescriptor,
  SegmentedUniqueDescriptor,
  Ties,
  UniqueKeys,
  UniqueOptions,
} from './keys/descriptor.ts';
export type { SegmentedHistogram, SegmentedHistogramArguments } from './keys/histogram/record.ts';
export type {
  SegmentedMode,
  SegmentedModeArguments,
  SegmentedRank,
  SegmentedRankArguments,
  SegmentedUnique,
  SegmentedUniqueArguments,
} from './keys/runs/record.ts';
export type { EmptyResult, EmptyResults, Initial, InitialValue } from './operators/initial.ts';
export type { ReduceOpName } from './operators/names.ts';
export type {
  AccumulatorType,
  Accuracy,
  CustomReduceOp,
  ReduceOp,
  ReduceType,
} from './operators/operators.ts';
export type { BindingSource, PassDescription, PlanDescription } from './plan/describe.ts';
export type { PassProfile, PlanProfile } from './plan/profile.ts';
export {
  createSegmentedReduce,
  type Reduced,
  type ReducedAt,
  type ReducedOwn,
  type ReduceOptions,
  segmentedReduce,
} from './reduce/calls.ts';
export type { SegmentedReduceDescriptor } from './reduce/descriptor.ts';
export type { SegmentedReduce, SegmentedReduceArguments } from './reduce/record.ts';
export { createSegmentedScan, type ScanOptions, segmentedScan } from './segmented_scan/calls.ts';
export type { ScanForm, ScanOp, ScanOpName, SegmentedScanDescriptor } from './segmented_scan/descriptor.ts';
export type { SegmentedScan, SegmentedScanArguments } from './segmented_scan/record.ts';
export { createSegmentedQuantile, createSegmentedTopK, segmentedQuantile, segmentedTopK } from './select/calls.ts';
export type {
  Interpolation,
  QuantileOptions,
  Quantiles,
  SegmentedQuantile,
  SegmentedQuantileArguments,
  SegmentedQuantileDescriptor,
} from './select/quantile/descriptor.ts';
export type {
  SegmentedTopK,
  SegmentedTopKArguments,
  SegmentedTopKDescriptor,
  TopK,
  TopKOptions,
} from './select/topk/descriptor.ts';
export type { SortOptions } from './sort/array_call.ts';
export {
  type ArgsortOptions,
  createSegmentedSort,
  type SortedPairs,
  segmentedArgsort,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from './sort/calls.ts';
export type { Compare, CompareKeyType, OrderBy, StructKeyType } from './sort/custom.ts';
export type { SegmentedSortDescriptor, ValueType } from './sort/descriptor.ts';
export { DoubleBuffer } from './sort/descriptor.ts';
export type { SortKeyType, SortOrder } from './sort/kernels.ts';
export type { SegmentedSort, SegmentedSortArguments } from './sort/record.ts';
export { createSegmentedTransform, segmentedTransform } from './transform/calls.ts';
export type {
  CustomTransform,
  SegmentedTransformDescriptor,
  Transformed,
  TransformName,
  TransformOptions,
} from './transform/descriptor.ts';
export type { SegmentedTransform, SegmentedTransformArguments } from './transform/record.ts';
export { tune } from './tune/calls.ts';
export type { TuneOptions, TuneProgress } from './tune/tune.ts';
export type { Family, Tuning } from './tuning/tuning.ts';
