export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
export type { NoDevice } from './call.ts';
export {
  type GroupByOptions,
  type GroupOptions,
  type Groups,
  groupBy,
  type ReduceByKeyOptions,
  type ReducedByKey,
  reduceByKey,
} from './group/calls.ts';
export { segmentedReduce } from './reduce/calls.ts';
export { type ScanOp, type ScanOptions, segmentedScan } from './scan/calls.ts';
export {
  type QuantileOptions,
  type Quantiles,
  segmentedQuantile,
  segmentedTopK,
  type TopK,
  type TopKOptions,
} from './select/calls.ts';
export type { Interpolation } from './select/quantiles.ts';
export {
  segmentedArgsort,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from './sort/calls.ts';
