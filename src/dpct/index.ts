/**
 * SYCLomatic's helpers on WebGPU, with the names and order of arguments of `dpct::`. See docs/porting.md.
 *
 * @module
 */

export type { HostArray, TypedItems } from '../api/arrays.ts';
export { SegmentedError, type SegmentedErrorCode } from '../checks.ts';
export type { BufferArgument } from '../gpu/arguments.ts';
export type { ItemType } from '../item_types.ts';
export { type DevicePointer, device_ptr, key_value_pair } from '../ports/device_ptr.ts';
export type { DataArgument } from '../ports/operand.ts';
export type { OffsetsArgument } from '../ports/segments.ts';
export {
  type EqualTo,
  exclusive_scan_by_segment,
  inclusive_scan_by_segment,
  type KeysLast,
  reduce_by_segment,
} from './by_segment.ts';
export { io_iterator_pair } from './io_iterator_pair.ts';
export type { Policy } from './policy.ts';
export {
  type ArgOutput,
  reduce_argmax,
  reduce_argmin,
  segmented_reduce,
  segmented_reduce_argmax,
  segmented_reduce_argmin,
} from './reduce.ts';
export { segmented_sort_keys, segmented_sort_pairs, sort_keys, sort_pairs } from './sort.ts';
