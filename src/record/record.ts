import { sameRange, wholeRange } from '../gpu/ranges.ts';
import { CONSTANT_STRIDE, constantTable, constantWords } from './device_state.ts';
import { pipelineNow } from './pipelines.ts';
import { type Pass, type Plan, passesFor, type Region, type Resource, resourceOf, workgroupsOf } from './plan.ts';
import type { Profiler } from './profile.ts';

const GRID_LIMIT = 65535;

/** A range of a buffer, offset and size given. */
export interface BufferRange {
  /** What its caller calls it, for messages. */
  readonly name?: string;
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/** Everything a plan's resources stand for in one call: all that the plan names. */
export interface CallBindings {
  /** By argument name. */
  readonly arguments: Readonly<Record<string, BufferRange>>;
  readonly temporary: BufferRange;
  /** The plan's own indirect arguments. */
  readonly args: GPUBuffer;
  /** The plan's own uniform, where it has one. */
  readonly parameters: GPUBuffer | undefined;
  readonly numbers: { readonly items: number; readonly segments: number; readonly size: number };
}

function constantRange(device: GPUDevice, value: number): BufferRange {
  return { buffer: constantTable(device), offset: value * CONSTANT_STRIDE, size: 4 };
}

function rangeOf(device: GPUDevice, plan: Plan, call: CallBindings, resource: Resource): BufferRange {
  switch (resource.kind) {
    case 'args':
      return wholeRange(call.args);
    case 'constant':
      return constantRange(device, resource.value);
    case 'words':
      return wholeRange(constantWords(device, resource.words));
    case 'parameters':
      return wholeRange(call.parameters as GPUBuffer);
    case 'number':
      return constantRange(device, (call.numbers[resource.name] >>> (8 * resource.byte)) & 255);
    case 'region': {
      const { offset, size } = plan.regions[resource.name] as Region;
      return { buffer: call.temporary.buffer, offset: call.temporary.offset + offset, size };
    }
    case 'argument':
      return call.arguments[resource.name] as BufferRange;
  }
}

/** A pass with all that recording it takes. */
interface Step {
  readonly pass: Pass;
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
}

function stepOf(device: GPUDevice, plan: Plan, pass: Pass, call: CallBindings): Step {
  const { pipeline, layout } = pipelineNow(device, pass.kernel);
  const entries = pass.kernel.bindings.map((name, binding) => ({
    binding,
    resource: { ...rangeOf(device, plan, call, resourceOf(pass, name)) },
  }));
  return { pass, pipeline, group: device.createBindGroup({ label: pass.kernel.name, layout, entries }) };
}

function recordStep(encoder: GPUComputePassEncoder, { pass, pipeline, group }: Step, call: CallBindings): void {
  encoder.setPipeline(pipeline);
  encoder.setBindGroup(0, group);
  if (pass.grid.kind === 'indirect') {
    encoder.dispatchWorkgroupsIndirect(call.args, pass.grid.slot * 12);
  } else {
    const workgroups = workgroupsOf(pass.grid, call.numbers) as number;
    // Two dimensions, as state/grid.wgsl does it: one ends at 65,535.
    const rows = Math.ceil(workgroups / GRID_LIMIT);
    encoder.dispatchWorkgroups(Math.min(workgroups, GRID_LIMIT), rows);
  }
}

interface RecentCall {
  readonly plan: Plan;
  readonly call: CallBindings;
  readonly steps: readonly Step[];
}

function sameCall(a: CallBindings, b: CallBindings): boolean {
  const names = Object.keys(a.arguments);
  return (
    a.numbers.items === b.numbers.items &&
    a.numbers.segments === b.numbers.segments &&
    a.numbers.size === b.numbers.size &&
    sameRange(a.temporary, b.temporary) &&
    names.length === Object.keys(b.arguments).length &&
    names.every((name) => sameRange(a.arguments[name], b.arguments[name]))
  );
}

/** Calls kept: a double buffer both ways, and as many again. */
const RECENT_MOST = 4;

/**
 * Records an operation's plans. The bind groups of its last calls are kept, since to make them takes longer than all else
 * that is recorded: of the same buffers and numbers, as programs call it frame after frame, they are made once.
 */
export class Recorder {
  readonly #device: GPUDevice;
  readonly #label: string;
  readonly #profiler: Profiler | undefined;
  readonly #recent: RecentCall[] = [];

  constructor(device: GPUDevice, label: string, profiler?: Profiler) {
    this.#device = device;
    this.#label = label;
    this.#profiler = profiler;
  }

  /** Into an open compute pass, or into one of its own; profiled, one for each of the plan's passes. */
  record(encoder: GPUCommandEncoder | GPUComputePassEncoder, plan: Plan, call: CallBindings): void {
    if (this.#profiler) {
      this.#recordProfiled(this.#profiler, encoder as GPUCommandEncoder, plan, call);
      return;
    }
    const steps = this.#steps(plan, call);
    const own = 'beginComputePass' in encoder ? encoder.beginComputePass({ label: this.#label }) : undefined;
    const target = own ?? (encoder as GPUComputePassEncoder);
    for (const step of steps) recordStep(target, step, call);
    own?.end();
  }

  /** Lets the buffers of its last calls go. */
  forget(): void {
    this.#recent.length = 0;
  }

  #steps(plan: Plan, call: CallBindings): readonly Step[] {
    const recent = this.#recent;
    const known = recent.findIndex((other) => other.plan === plan && sameCall(other.call, call));
    const [kept] = known < 0 ? [] : recent.splice(known, 1);
    const latest = kept ?? { plan, call, steps: this.#stepsOf(plan, call) };
    if (recent.unshift(latest) > RECENT_MOST) recent.pop();
    return latest.steps;
  }

  #stepsOf(plan: Plan, call: CallBindings): Step[] {
    return passesFor(plan, call.numbers.size).map((pass) => stepOf(this.#device, plan, pass, call));
  }

  #recordProfiled(profiler: Profiler, encoder: GPUCommandEncoder, plan: Plan, call: CallBindings): void {
    const profiled = { ...call, arguments: { ...call.arguments, profile: profiler.counted } };
    profiler.record(encoder, plan, passesFor(plan, call.numbers.size), (target, pass) =>
      recordStep(target, stepOf(this.#device, plan, pass, profiled), profiled),
    );
  }
}
