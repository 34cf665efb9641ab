export { deviceDescriptor } from './device.ts';
export { SegmentedError, type SegmentedErrorCode } from './errors.ts';
export type { NumberArray } from './host/arrays.ts';
export type { BufferArgument } from './host/ranges.ts';
export type { HostSegments } from './host/segments.ts';
export type { PlanDescription } from './record/operation.ts';
export {
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
  type SortedPairs,
  type SortOptions,
} from './sort/calls.ts';
export type { SortKeyType, SortOrder } from './sort/context.ts';
export {
  createSegmentedSort,
  type SegmentedSort,
  type SegmentedSortArguments,
  type SegmentedSortDescriptor,
  type SegmentsArgument,
} from './sort/operation.ts';
export type { Family, Tuning } from './tuning.ts';
