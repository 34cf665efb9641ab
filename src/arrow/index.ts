/** Columns of lists in Apache Arrow: `apache-arrow` is an optional peer of the package. See docs/arrow.md. */
export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
export { type ReducedList, reduceList } from './reduce.ts';
export { argsortList, type ListSortOptions, sortList } from './sort.ts';
