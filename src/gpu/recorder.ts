import { type CallNumbers, callWords } from '../plan/call.ts';
import { type Pass, type Plan, passesFor, type Region, type Resource, resourceOf, workgroupsOf } from '../plan/plan.ts';
import { CallUniforms } from './call_uniforms.ts';
import { constantWords } from './device_state.ts';
import { linkFor, pipelineNow } from './pipelines.ts';
import type { Profiler } from './profiler.ts';
import { roomyRanges, sameRange, sameRoomyRange, wholeRange } from './ranges.ts';

const GRID_LIMIT = 65535;

/** A range of a buffer, offset and size given. */
export interface BufferRange {
  /** What its caller calls it, for messages. */
  readonly name?: string;
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
  /** Bytes that a call of the same plan with other numbers may touch of it. */
  readonly maxSize?: number;
}

/** The buffers that a plan's resources stand for in one call: all that the plan names. */
export interface CallBuffers {
  /** By argument name. */
  readonly arguments: Readonly<Record<string, BufferRange>>;
  readonly temporary: BufferRange;
  /** The plan's own indirect arguments. */
  readonly args: GPUBuffer;
  /** The plan's own uniform, where it has one. */
  readonly parameters: GPUBuffer | undefined;
}

/** `numbers`: the uniform of the call's numbers, where it has one. */
function rangeOf(
  device: GPUDevice,
  plan: Plan,
  call: CallBuffers,
  resource: Resource,
  numbers: GPUBuffer | undefined,
): BufferRange {
  switch (resource.kind) {
    case 'args':
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
    case 'argument':
      return call.arguments[resource.name] as BufferRange;
  }
}

/** A pass with what recording it takes of one call's buffers, whatever the numbers. */
interface Step {
  readonly pass: Pass;
  readonly pipeline: GPUComputePipeline;
  /** Those of the call's numbers that the pass is told, if any. */
  readonly members: readonly string[] | undefined;
  /** Makes the bind group; with the uniform of the numbers, where that is bound. */
  readonly bind: (numbers?: GPUBuffer) => GPUBindGroup;
  /** The bind group, unless numbers are in it. */
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
  encoder.setPipeline(pipeline);
  encoder.setBindGroup(0, bound);
  if (members && group) encoder.setImmediates(0, callWords(members, numbers));
  if (pass.grid.kind === 'indirect') {
    encoder.dispatchWorkgroupsIndirect(args, pass.grid.slot * 12);
  } else {
    const workgroups = workgroupsOf(pass.grid, numbers) as number;
    // Two dimensions, as plan/grid.wgsl does it: one ends at 65,535.
    const gridRows = Math.ceil(workgroups / GRID_LIMIT);
    encoder.dispatchWorkgroups(Math.min(workgroups, GRID_LIMIT), gridRows);
  }
}

/** The buffers of a call, and the steps that were made for them. */
interface RecentCall {
  readonly plan: Plan;
  /** Its ranges are as long as any call of the plan may bind them; else, where those would overlap, as this one did. */
  readonly roomy: boolean;
  readonly call: CallBuffers;
  readonly steps: Map<Pass, Step>;
}

function sameBuffers({ call: { temporary, arguments: bound }, roomy }: RecentCall, call: CallBuffers, limit: number) {
  const names = Object.keys(bound);
  const same = (name: string) =>
    roomy ? sameRoomyRange(bound[name], call.arguments[name], limit) : sameRange(bound[name], call.arguments[name]);
  return (
    sameRange(temporary, call.temporary) && names.length === Object.keys(call.arguments).length && names.every(same)
  );
}

/** Calls kept: a double buffer both ways, and as many again. */
const MAX_RECENT = 4;

/**
 * Records an operation's plans. The bind groups of its last calls are kept, since to make them takes longer than all
 * else that is recorded: of the same buffers, as programs call it frame after frame, they are made once, whatever the
 * numbers. Where numbers can't be immediate data, the bind group that has them is made for each set of numbers.
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

  /** Records into the open compute pass or opens one. A profiled call opens one for each of the plan's passes. */
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
    // All of them before the first is recorded: nothing is if one can't be made.
    const steps = passesFor(plan, numbers.size).map((pass) => this.#step(recent, pass));
    const groups = steps.map((step) => this.#group(step, numbers));
    const opened = 'beginComputePass' in encoder ? encoder.beginComputePass({ label: this.#label }) : undefined;
    const target = opened ?? (encoder as GPUComputePassEncoder);
    steps.forEach((step, i) => {
      recordStep(target, step, groups[i] as GPUBindGroup, call.args, numbers);
    });
    opened?.end();
  }

  /** Lets the buffers of its last calls go, and ends its own. */
  forget(): void {
    this.#recent.length = 0;
    this.#uniforms.destroy();
  }

  #recentCall(plan: Plan, call: CallBuffers): RecentCall {
    const recent = this.#recent;
    const known = recent.findIndex((other) => other.plan === plan && sameBuffers(other, call, this.#rangeLimit));
    const [kept] = known < 0 ? [] : recent.splice(known, 1);
    const latest = kept ?? this.#newCall(plan, call);
    if (recent.unshift(latest) > MAX_RECENT) recent.pop();
    return latest;
  }

  #newCall(plan: Plan, call: CallBuffers): RecentCall {
    const ranges = roomyRanges(call.arguments, call.temporary, this.#rangeLimit);
    return { plan, roomy: !!ranges, call: { ...call, arguments: ranges ?? call.arguments }, steps: new Map() };
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
