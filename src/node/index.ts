/**
 * `webgpu-segmented/node`: a WebGPU device in Node, on a GPU where there is one and on SwiftShader where there is none.
 * The packages `webgpu` (Dawn) and `@sparticuz/chromium` (SwiftShader) are optional peers of this entry only.
 */
export { SegmentedError, type SegmentedErrorCode } from '../errors.ts';
export { type NodeDeviceOptions, requestDevice } from './request-device.ts';
