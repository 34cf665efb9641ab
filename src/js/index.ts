export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
export type { NoDevice } from './call.ts';
export { segmentedReduce } from './reduce/calls.ts';
export {
  segmentedArgsort,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
} from './sort/calls.ts';
