import { deviceState } from './device_state.ts';

/** Asks the device: its limit, and whether its compute passes have `setImmediates`. */
function supportedBytes(device: GPUDevice): number {
  const max = (device.limits as Partial<GPUSupportedLimits>).maxImmediateSize ?? 0;
  if (max === 0) return 0;
  // `navigator.gpu` exists in browsers, and where all of a program has one WebGPU. Dawn in Node has none.
  const { gpu } = (globalThis as { navigator?: { gpu?: Partial<GPU> } }).navigator ?? {};
  if (gpu?.wgslLanguageFeatures?.has('immediate_address_space') === false) return 0;
  // This pass is only inspected. It is never submitted.
  const pass = device.createCommandEncoder().beginComputePass() as Partial<GPUComputePassEncoder>;
  return typeof pass.setImmediates === 'function' ? max : 0;
}

/** Bytes of immediate data that a compute pass of the device accepts; 0 where it accepts none. */
export function immediateBytes(device: GPUDevice): number {
  const state = deviceState(device);
  state.immediateBytes ??= supportedBytes(device);
  return state.immediateBytes;
}
