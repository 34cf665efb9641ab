/**
 * CUB's segmented calls on WebGPU, with CUB's names and order of arguments. See docs/porting.md.
 *
 * @module
 */
export { SegmentedError, type SegmentedErrorCode } from '../checks.ts';
export type { BufferArgument } from '../gpu/arguments.ts';
export { type DevicePointer, device_ptr, key_value_pair as KeyValuePair } from '../ports/device_ptr.ts';
export type { OffsetsArgument } from '../ports/segments.ts';
export { args, type Bounds, type Deferred, type DeferredSequence, DoubleBuffer } from './args.ts';
export type { TemporaryStorage } from './call.ts';
export { cudaSetDevice, type Stream } from './device.ts';
export { type ArgOutput, DeviceSegmentedReduce, type GenericReduceCall, type SegmentedReduceCall } from './reduce.ts';
export {
  DeviceReduce,
  DeviceRunLengthEncode,
  DeviceSelect,
  type EncodeCall,
  type ReduceByKeyCall,
  type UniqueByKeyCall,
} from './runs.ts';
export {
  DeviceSegmentedScan,
  type SegmentedScanCall,
  type SegmentedScanInitCall,
  type SegmentedSumCall,
} from './scan.ts';
export { DeviceSegmentedRadixSort, DeviceSegmentedSort, type SortKeys, type SortPairs } from './sort.ts';
export { DeviceBatchedTopK, type TopKeys, type TopPairs } from './topk.ts';
