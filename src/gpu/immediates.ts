import { deviceState } from './device_state.ts';

/** A device's own word on it: its limit, and whether its compute passes have the method. */
function ofDevice(device: GPUDevice): number {
  const max = (device.limits as Partial<GPUSupportedLimits>).maxImmediateSize ?? 0;
  if (max === 0) return 0;
  // Of a browser, or where there is one WebGPU for all of a program. Node's Dawn has none.
  const { gpu } = (globalThis as { navigator?: { gpu?: Partial<GPU> } }).navigator ?? {};
  if (gpu?.wgslLanguageFeatures?.has('immediate_address_space') === false) return 0;
  // A pass of this very device, that nobody submits.
  const pass = device.createCommandEncoder().beginComputePass() as Partial<GPUComputePassEncoder>;
  return typeof pass.setImmediates === 'function' ? max : 0;
}

/** Bytes of immediate data that a compute pass of the device takes; 0 where it takes none. */
export function immediateBytes(device: GPUDevice): number {
  const state = deviceState(device);
  state.immediateBytes ??= ofDevice(device);
  return state.immediateBytes;
}
