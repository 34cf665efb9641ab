import { SegmentedError } from '../errors.ts';
import { STATE } from '../partition/state.ts';
import { type AssembledShader, assemble } from '../template/assemble.ts';
import { callPiece } from './call.ts';
import { type CompiledEntry, type DeviceState, deviceState, type PipelineEntry } from './device_state.ts';
import { immediateBytes } from './immediates.ts';
import { type BindingName, declarations, type Kernel, membersOf } from './plan.ts';

/** A kernel's text where `call` is a uniform, and where it is immediate data. */
interface Texts {
  uniform?: AssembledShader;
  immediate?: AssembledShader;
}

const assembled = new WeakMap<Kernel, Texts>();

const bindsCall = ({ bindings }: Kernel) => bindings.includes('call');

/** Bytes of immediate data that the kernel has on a device. */
export function immediateSize(device: GPUDevice, kernel: Kernel): number {
  const bytes = bindsCall(kernel) ? 4 * membersOf(kernel).length : 0;
  return bytes <= immediateBytes(device) ? bytes : 0;
}

/** What the kernel binds on a device, in binding order. */
export function boundNames(device: GPUDevice, kernel: Kernel): readonly BindingName[] {
  return immediateSize(device, kernel) > 0 ? kernel.bindings.filter((name) => name !== 'call') : kernel.bindings;
}

/** The kernel's whole WGSL text. `immediate`: with `call`, if it has that, as immediate data. */
export function assembleKernel(kernel: Kernel, immediate = false): AssembledShader {
  const form = immediate ? 'immediate' : 'uniform';
  const texts = assembled.get(kernel) ?? {};
  assembled.set(kernel, texts);
  texts[form] ??= assemble({
    enables: kernel.subgroups ? ['subgroups'] : [],
    aliases: kernel.aliases ?? {},
    constants: kernel.bindings.includes('state') ? { ...STATE, ...kernel.constants } : kernel.constants,
    bindings: declarations(kernel).filter(({ name }) => !(immediate && name === 'call')),
    pieces: bindsCall(kernel) ? [callPiece(membersOf(kernel), immediate), ...kernel.pieces] : kernel.pieces,
  });
  return texts[form];
}

/** The text that a device compiles. */
function shaderFor(device: GPUDevice, kernel: Kernel): AssembledShader {
  return assembleKernel(kernel, immediateSize(device, kernel) > 0);
}

function bindGroupLayout(device: GPUDevice, kernel: Kernel): GPUBindGroupLayout {
  const names = new Set<string>(boundNames(device, kernel));
  const bound = declarations(kernel).filter(({ name }) => names.has(name));
  return device.createBindGroupLayout({
    label: kernel.name,
    entries: bound.map(({ space }, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type: space === 'uniform' ? 'uniform' : 'storage' },
    })),
  });
}

/** Every compiler message with the piece and line it points at, and that line; of a module that compiles, what it exceeds. */
async function compileError(
  shader: AssembledShader,
  module: GPUShaderModule,
  name: string,
  valid: boolean,
  cause: Error,
) {
  const { messages } = await module.getCompilationInfo();
  const told = messages
    .filter((message) => message.type === 'error')
    .map((message) => {
      const { piece, line, text } = shader.locate(message.lineNum);
      return `${piece}:${line}:${Math.min(message.linePos, text.length + 1)}: ${message.message}\n    ${text}`;
    });
  const [code, what] = valid
    ? (['limit-exceeded', 'does not fit the device'] as const)
    : (['shader-compile', 'does not compile'] as const);
  return new SegmentedError(code, `kernel ${name} ${what}:\n${told.join('\n') || cause.message}`, { cause });
}

function descriptor(device: GPUDevice, kernel: Kernel, module: GPUShaderModule, layout: GPUBindGroupLayout) {
  const bytes = immediateSize(device, kernel);
  const immediates = bytes > 0 ? { immediateSize: bytes } : {};
  return {
    label: kernel.name,
    layout: device.createPipelineLayout({ label: kernel.name, bindGroupLayouts: [layout], ...immediates }),
    compute: { module, entryPoint: shaderFor(device, kernel).entryPoint },
  };
}

function startPipeline(device: GPUDevice, state: DeviceState, kernel: Kernel): PipelineEntry {
  const shader = shaderFor(device, kernel);
  const known = state.pipelines.get(shader.code);
  if (known) return known;
  const layout = bindGroupLayout(device, kernel);
  // A faulty module reports through the device's error scopes as well; the pipeline's own rejection says enough.
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
      throw await compileError(shader, module, kernel.name, !(await scope), cause);
    });
  const entry: PipelineEntry = { layout, pipeline: undefined, ready };
  state.pipelines.set(shader.code, entry);
  return entry;
}

/** Compiles all kernels at once; what the device already has is not compiled again. */
export async function preparePipelines(device: GPUDevice, kernels: readonly Kernel[]): Promise<void> {
  const state = deviceState(device);
  // All of them before the first is compiled: what is thrown here would leave others' rejections to nobody.
  for (const kernel of kernels) shaderFor(device, kernel);
  const results = await Promise.allSettled(kernels.map((kernel) => startPipeline(device, state, kernel).ready));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** The kernel's pipeline, now. Compiles on the spot what `preparePipelines` was not asked for. */
export function pipelineNow(device: GPUDevice, kernel: Kernel): CompiledEntry {
  const state = deviceState(device);
  const { code } = shaderFor(device, kernel);
  const known = state.pipelines.get(code);
  if (known?.pipeline) return known as CompiledEntry;
  const layout = known?.layout ?? bindGroupLayout(device, kernel);
  const module = device.createShaderModule({ label: kernel.name, code });
  const pipeline = device.createComputePipeline(descriptor(device, kernel, module, layout));
  const entry = { layout, pipeline, ready: Promise.resolve(pipeline) };
  state.pipelines.set(code, entry);
  return entry;
}
