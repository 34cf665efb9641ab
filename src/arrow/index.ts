/** Sorts, reduces and selects from list columns of Apache Arrow. `apache-arrow` is an optional peer package. See docs/arrow.md. */
export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
export { type ReducedList, reduceList } from './reduce.ts';
export {
  type ListQuantileOptions,
  type ListTopKOptions,
  quantileList,
  type TopKList,
  topKList,
} from './select.ts';
export type { ColumnLike } from './shape.ts';
export { argsortList, type ListSortOptions, sortList } from './sort.ts';
