export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
export { segmentedReduce } from './reduce/calls.ts';
export {
  type NoDevice,
  segmentedArgsort,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from './sort/calls.ts';
