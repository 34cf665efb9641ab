export { deviceDescriptor } from './device.ts';
export { SegmentedError, type SegmentedErrorCode } from './errors.ts';
export type { NumberArray } from './host/arrays.ts';
export type { BufferArgument } from './host/ranges.ts';
export type { HostSegments } from './host/segments.ts';
export type { PlanDescription, SegmentsArgument } from './record/operation.ts';
export { type ReduceOptions, segmentedReduce } from './reduce/calls.ts';
export type { ReduceOp, ReduceType } from './reduce/context.ts';
export {
  createSegmentedReduce,
  type SegmentedReduce,
  type SegmentedReduceArguments,
  type SegmentedReduceDescriptor,
} from './reduce/operation.ts';
export {
  type SortedPairs,
  type SortOptions,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from './sort/calls.ts';
export type { SortKeyType, SortOrder } from './sort/context.ts';
export {
  createSegmentedSort,
  type SegmentedSort,
  type SegmentedSortArguments,
  type SegmentedSortDescriptor,
} from './sort/operation.ts';
export type { Family, Tuning } from './tuning.ts';
