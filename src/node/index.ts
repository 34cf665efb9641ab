/**
 * `webgpu-segmented/node`: a WebGPU device in Node, on a GPU if there is one, otherwise on SwiftShader. The packages
 * `webgpu` (Dawn) and `@sparticuz/chromium` (SwiftShader) are optional peers, which only this entry uses.
 *
 * @module
 */
export { SegmentedError, type SegmentedErrorCode } from '../checks.ts';
export { type ListedAdapter, listAdapters } from './adapter-names.ts';
export { type NodeDeviceOptions, requestDevice } from './request-device.ts';
