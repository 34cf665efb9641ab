/**
 * Sorts, scans, reduces and selections of list columns of Apache Arrow, and groups of a table's rows. `apache-arrow` is
 * an optional peer package. See docs/arrow.md.
 *
 * @module
 */

export { SegmentedError, type SegmentedErrorCode } from '../checks.ts';
export { groupBy, type TableGroupOptions, type TableGroups, type TableLike } from './group.ts';
export { type ReducedList, reduceList } from './reduce.ts';
export { scanList } from './scan.ts';
export {
  type ListQuantileOptions,
  type ListTopKOptions,
  quantileList,
  type TopKList,
  topKList,
} from './select.ts';
export type { ColumnLike } from './shape.ts';
export { argsortList, type ListSortOptions, sortList } from './sort.ts';
