import { type Kernel, type LinkedKernel, link } from '../plan/link.ts';
import {
  argsBytes,
  type CallNumbers,
  callWords,
  type Pass,
  type Plan,
  passesFor,
  type Region,
  type Resource,
  resourceOf,
  workgroupsOf,
} from '../plan/plan.ts';
import {
  type CompiledEntry,
  constantBuffer,
  constantWords,
  type DeviceState,
  deviceState,
  immediateBytes,
  type PipelineEntry,
  zerosOf,
} from './device.ts';
import type { Profiler } from './profiler.ts';
import { type BufferRange, lengthenedRanges, sameLengthenedRange, sameRange, wholeRange } from './ranges.ts';

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

const GRID_LIMIT = 65535;

/** The buffers of one call, for all resources of its plan. */
export interface CallBuffers {
  /** By argument name. */
  readonly arguments: Readonly<Record<string, BufferRange>>;
  readonly temporary: BufferRange;
  /** The plan's indirect arguments. */
  readonly args: GPUBuffer;
  /** The plan's uniform, where it has one. */
  readonly parameters: GPUBuffer | undefined;
}

/** The range of a resource. `numbers` is the uniform of the call's numbers, where there is one. */
function rangeOf(
  device: GPUDevice,
  plan: Plan,
  call: CallBuffers,
  resource: Resource,
  numbers: GPUBuffer | undefined,
): BufferRange {
  switch (resource.kind) {
    case 'args':
      return { buffer: call.args, offset: 0, size: argsBytes(plan) };
    case 'grids':
      return wholeRange(call.args);
    case 'call':
      return wholeRange(numbers as GPUBuffer);
    case 'words':
      return wholeRange(constantWords(device, resource.words));
    case 'parameters':
      return wholeRange(call.parameters as GPUBuffer);
    case 'region': {
      const { offset, size } = plan.regions[resource.name] as Region;
      return { buffer: call.temporary.buffer, offset: call.temporary.offset + offset, size };
    }
    case 'argument': {
      const range = call.arguments[resource.name] as BufferRange;
      // WebGPU binds no empty range. A call without items may have buffers without a byte.
      if (range.offset + range.size <= range.buffer.size) return range;
      return zerosOf(device, 1 + Object.keys(call.arguments).indexOf(resource.name));
    }
  }
}

/** A pass with everything that recording it needs for one call's buffers, whatever the numbers. */
interface Step {
  readonly pass: Pass;
  readonly pipeline: GPUComputePipeline;
  /** Names of the call's numbers that the pass reads, if any. */
  readonly members: readonly string[] | undefined;
  /** Creates the bind group. It holds the uniform of the numbers if the pass binds that. */
  readonly bind: (numbers?: GPUBuffer) => GPUBindGroup;
  /** The bind group; undefined if it holds the uniform of the numbers. */
  readonly group: GPUBindGroup | undefined;
}

function stepOf(device: GPUDevice, plan: Plan, pass: Pass, call: CallBuffers): Step {
  const { kernel } = pass;
  const { pipeline, layout } = pipelineNow(device, kernel);
  const { bindings, immediates } = linkFor(device, kernel);
  const resources = bindings.map(({ name }) => resourceOf(plan, pass, name));
  const bind = (numbers?: GPUBuffer) =>
    device.createBindGroup({
      label: kernel.name,
      layout,
      entries: resources.map((resource, binding) => ({
        binding,
        resource: { ...rangeOf(device, plan, call, resource, numbers) },
      })),
    });
  const uniform = resources.find(({ kind }) => kind === 'call');
  const numbers = uniform ?? (immediates ? resourceOf(plan, pass, 'call') : undefined);
  const members = numbers?.kind === 'call' ? numbers.members : undefined;
  return { pass, pipeline, members, bind, group: uniform ? undefined : bind() };
}

function recordStep(
  encoder: GPUComputePassEncoder,
  { pass, pipeline, members, group }: Step,
  bound: GPUBindGroup,
  args: GPUBuffer,
  numbers: CallNumbers,
): void {
  const workgroups = workgroupsOf(pass.grid, numbers);
  if (workgroups === 0) return;
  encoder.setPipeline(pipeline);
  encoder.setBindGroup(0, bound);
  if (members && group) encoder.setImmediates(0, callWords(members, numbers));
  if (workgroups === undefined) {
    encoder.dispatchWorkgroupsIndirect(args, (pass.grid as { slot: number }).slot * 12);
  } else {
    // One dimension has at most 65,535 workgroups. So the grid has two, as in plan/grid.wgsl.
    const gridRows = Math.ceil(workgroups / GRID_LIMIT);
    encoder.dispatchWorkgroups(Math.min(workgroups, GRID_LIMIT), gridRows);
  }
}

/** The buffers of a call, and the steps that were made for them. */
interface RecentCall {
  readonly plan: Plan;
  /**
   * Whether its ranges have their largest size in any call of the plan. Otherwise those would overlap, and the ranges
   * have the sizes of this call.
   */
  readonly lengthened: boolean;
  readonly call: CallBuffers;
  readonly steps: Map<Pass, Step>;
}

function sameBuffers(
  { call: { temporary, arguments: bound }, lengthened }: RecentCall,
  call: CallBuffers,
  limit: number,
) {
  const names = Object.keys(bound);
  const same = (name: string) =>
    lengthened
      ? sameLengthenedRange(bound[name], call.arguments[name], limit)
      : sameRange(bound[name], call.arguments[name]);
  return (
    sameRange(temporary, call.temporary) && names.length === Object.keys(call.arguments).length && names.every(same)
  );
}

/** Number of calls that are kept: both directions of a double buffer, and two more. */
const MAX_RECENT = 4;

/**
 * Records an operation's plans. It keeps the bind groups of the last calls, since creating them takes longer than the
 * rest of recording. For calls with the same buffers, such as a program's calls in every frame, they are created once,
 * whatever the numbers. Where the device has no immediate data, a bind group that holds numbers is created for each set
 * of numbers.
 */
export class Recorder {
  readonly #device: GPUDevice;
  readonly #label: string;
  readonly #profiler: Profiler | undefined;
  readonly #rangeLimit: number;
  readonly #recent: RecentCall[] = [];
  readonly #uniforms: CallUniforms;

  constructor(device: GPUDevice, label: string, profiler?: Profiler) {
    this.#device = device;
    this.#label = label;
    this.#profiler = profiler;
    this.#rangeLimit = device.limits.maxStorageBufferBindingSize;
    this.#uniforms = new CallUniforms(device);
  }

  /**
   * Records into an open compute pass, or opens one on an encoder. A profiled call opens one for each of the plan's
   * passes.
   */
  record(
    encoder: GPUCommandEncoder | GPUComputePassEncoder,
    plan: Plan,
    call: CallBuffers,
    numbers: CallNumbers,
  ): void {
    if (this.#profiler) {
      this.#recordProfiled(this.#profiler, encoder as GPUCommandEncoder, plan, call, numbers);
      return;
    }
    const recent = this.#recentCall(plan, call);
    // All bind groups are created before the first pass is recorded. If one fails, nothing is recorded.
    const steps = passesFor(plan, numbers.size).map((pass) => this.#step(recent, pass));
    const groups = steps.map((step) => this.#group(step, numbers));
    const opened = 'beginComputePass' in encoder ? encoder.beginComputePass({ label: this.#label }) : undefined;
    const target = opened ?? (encoder as GPUComputePassEncoder);
    try {
      steps.forEach((step, i) => {
        recordStep(target, step, groups[i] as GPUBindGroup, call.args, numbers);
      });
    } finally {
      opened?.end();
    }
  }

  /** Releases the buffers of the last calls, and destroys the recorder's uniforms. */
  forget(): void {
    this.#recent.length = 0;
    this.#uniforms.destroy();
  }

  #recentCall(plan: Plan, call: CallBuffers): RecentCall {
    const recent = this.#recent;
    const known = recent.findIndex((other) => other.plan === plan && sameBuffers(other, call, this.#rangeLimit));
    const [again] = known < 0 ? [] : recent.splice(known, 1);
    const latest = again ?? this.#newCall(plan, call);
    if (recent.unshift(latest) > MAX_RECENT) recent.pop();
    return latest;
  }

  #newCall(plan: Plan, call: CallBuffers): RecentCall {
    const ranges = lengthenedRanges(call.arguments, call.temporary, this.#rangeLimit);
    return { plan, lengthened: !!ranges, call: { ...call, arguments: ranges ?? call.arguments }, steps: new Map() };
  }

  #step({ plan, call, steps }: RecentCall, pass: Pass): Step {
    let step = steps.get(pass);
    if (!step) {
      step = stepOf(this.#device, plan, pass, call);
      steps.set(pass, step);
    }
    return step;
  }

  #group(step: Step, numbers: CallNumbers): GPUBindGroup {
    return step.group ?? this.#uniforms.group(callWords(step.members ?? [], numbers), step, step.bind);
  }

  #recordProfiled(
    profiler: Profiler,
    encoder: GPUCommandEncoder,
    plan: Plan,
    call: CallBuffers,
    numbers: CallNumbers,
  ): void {
    const profiled = { ...call, arguments: { ...call.arguments, profile: profiler.counted } };
    profiler.record(encoder, plan, passesFor(plan, numbers.size), (target, pass) => {
      const step = stepOf(this.#device, plan, pass, profiled);
      recordStep(target, step, this.#group(step, numbers), call.args, numbers);
    });
  }
}

/** Largest number of sets that are kept in uniforms. */
const MAX_SETS = 8;

/** A uniform of one call's numbers, and the bind groups that hold it, by the other bindings of the pass. */
interface NumberSet {
  readonly buffer: GPUBuffer;
  readonly groups: WeakMap<object, GPUBindGroup>;
}

/**
 * The numbers of an operation's last calls, for devices without immediate data. One encoder may hold many calls of a
 * plan with different numbers. So each set has a small uniform that is never rewritten.
 */
export class CallUniforms {
  readonly #device: GPUDevice;
  /** The sets by their words. The latest one is last. */
  readonly #sets = new Map<string, NumberSet>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** The bind group of a pass, with these words as `call`. */
  group(words: Uint32Array, pass: object, make: (call: GPUBuffer) => GPUBindGroup): GPUBindGroup {
    const set = this.#set(words);
    const group = set.groups.get(pass) ?? make(set.buffer);
    set.groups.set(pass, group);
    return group;
  }

  /** Destroys the uniforms that are still kept. */
  destroy(): void {
    for (const { buffer } of this.#sets.values()) buffer.destroy();
    this.#sets.clear();
  }

  #set(words: Uint32Array): NumberSet {
    const key = words.join();
    const set = this.#sets.get(key) ?? {
      buffer: constantBuffer(this.#device, 'webgpu-segmented call', words),
      groups: new WeakMap(),
    };
    this.#sets.delete(key);
    this.#sets.set(key, set);
    // An encoder that uses the oldest uniform may not be submitted yet. So garbage collection frees it, not `destroy`.
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size > MAX_SETS) this.#sets.delete(oldest);
    return set;
  }
}
