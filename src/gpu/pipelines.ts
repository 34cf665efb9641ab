import { type LinkedKernel, link } from '../plan/link.ts';
import type { Kernel } from '../plan/module.ts';
import { type CompiledEntry, type DeviceState, deviceState, immediateBytes, type PipelineEntry } from './device.ts';

/** Largest size in bytes of a kernel's immediate data. WebGPU guarantees this much where there is any. */
const IMMEDIATE_BYTES = 64;

/** The kernel's text for a device. It uses immediate data where the device has it. */
export function linkFor(device: GPUDevice, kernel: Kernel): LinkedKernel {
  return link(kernel, immediateBytes(device) >= IMMEDIATE_BYTES);
}

function bindGroupLayout(device: GPUDevice, kernel: Kernel): GPUBindGroupLayout {
  return device.createBindGroupLayout({
    label: kernel.name,
    entries: linkFor(device, kernel).bindings.map(({ space }, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type: space === 'uniform' ? 'uniform' : 'storage' },
    })),
  });
}

function descriptor(device: GPUDevice, kernel: Kernel, module: GPUShaderModule, layout: GPUBindGroupLayout) {
  const { entryPoint, immediates } = linkFor(device, kernel);
  const immediate = immediates ? { immediateSize: IMMEDIATE_BYTES } : {};
  return {
    label: kernel.name,
    layout: device.createPipelineLayout({ label: kernel.name, bindGroupLayouts: [layout], ...immediate }),
    compute: { module, entryPoint },
  };
}

function startPipeline(device: GPUDevice, state: DeviceState, kernel: Kernel): PipelineEntry {
  const shader = linkFor(device, kernel);
  const known = state.pipelines.get(shader.code);
  if (known) return known;
  const layout = bindGroupLayout(device, kernel);
  // A faulty module also reports to the device's error scopes. This scope keeps the report from the caller's scopes,
  // since the pipeline's rejection suffices.
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ label: kernel.name, code: shader.code });
  const scope = device.popErrorScope();
  const ready = device
    .createComputePipelineAsync(descriptor(device, kernel, module, layout))
    .then((pipeline) => {
      entry.pipeline = pipeline;
      return pipeline;
    })
    .catch(async (cause) => {
      state.pipelines.delete(shader.code);
      const { compileError } = await import('./compile_error.ts');
      throw await compileError(shader, module, kernel.name, !(await scope), cause);
    });
  const entry: PipelineEntry = { layout, pipeline: undefined, ready };
  state.pipelines.set(shader.code, entry);
  return entry;
}

/** Compiles all kernels at once. Kernels that the device already has are not compiled again. */
export async function preparePipelines(device: GPUDevice, kernels: readonly Kernel[]): Promise<void> {
  const state = deviceState(device);
  // All kernels are linked before the first one compiles. An error thrown between them would leave earlier rejections
  // unhandled.
  for (const kernel of kernels) linkFor(device, kernel);
  const results = await Promise.allSettled(kernels.map((kernel) => startPipeline(device, state, kernel).ready));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Returns the kernel's pipeline synchronously. Compiles it now if `preparePipelines` has not compiled it. */
export function pipelineNow(device: GPUDevice, kernel: Kernel): CompiledEntry {
  const state = deviceState(device);
  const { code } = linkFor(device, kernel);
  const known = state.pipelines.get(code);
  if (known?.pipeline) return known as CompiledEntry;
  const layout = known?.layout ?? bindGroupLayout(device, kernel);
  const module = device.createShaderModule({ label: kernel.name, code });
  const pipeline = device.createComputePipeline(descriptor(device, kernel, module, layout));
  const entry = { layout, pipeline, ready: Promise.resolve(pipeline) };
  state.pipelines.set(code, entry);
  return entry;
}

/** Compiles one kernel. */
export async function compiled(device: GPUDevice, kernel: Kernel): Promise<CompiledEntry> {
  await preparePipelines(device, [kernel]);
  return pipelineNow(device, kernel);
}
