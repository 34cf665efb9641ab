import { CONSTANT_STRIDE, constantTable, constantWords } from './device_state.ts';
import { pipelineNow } from './pipelines.ts';
import { type Pass, type Plan, passesFor, type Resource, resourceOf, workgroupsOf } from './plan.ts';
import type { Profiler } from './profile.ts';

const GRID_LIMIT = 65535;

/** A range of a buffer, offset and size given. */
export interface BufferRange {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/** Everything a plan's resources stand for in one call. */
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
      return { buffer: call.args, offset: 0, size: call.args.size };
    case 'constant':
      return constantRange(device, resource.value);
    case 'words':
      return { buffer: constantWords(device, resource.words), offset: 0, size: 64 };
    case 'parameters':
      if (!call.parameters) throw new Error('plan has no parameters');
      return { buffer: call.parameters, offset: 0, size: call.parameters.size };
    case 'number':
      return constantRange(device, (call.numbers[resource.name] >>> (8 * resource.byte)) & 255);
    case 'region': {
      const region = plan.regions[resource.name];
      if (!region) throw new Error(`plan has no region ${resource.name}`);
      return { buffer: call.temporary.buffer, offset: call.temporary.offset + region.offset, size: region.size };
    }
    case 'argument': {
      const range = call.arguments[resource.name];
      if (!range) throw new Error(`call has no argument ${resource.name}`);
      return range;
    }
  }
}

function recordPass(device: GPUDevice, encoder: GPUComputePassEncoder, plan: Plan, pass: Pass, call: CallBindings) {
  const { pipeline, layout } = pipelineNow(device, pass.kernel);
  const entries = pass.kernel.bindings.map((name, binding) => ({
    binding,
    resource: { ...rangeOf(device, plan, call, resourceOf(pass, name)) },
  }));
  encoder.setPipeline(pipeline);
  encoder.setBindGroup(0, device.createBindGroup({ label: pass.kernel.name, layout, entries }));
  if (pass.grid.kind === 'indirect') {
    encoder.dispatchWorkgroupsIndirect(call.args, pass.grid.slot * 12);
  } else {
    const workgroups = workgroupsOf(pass.grid, call.numbers) as number;
    // Two dimensions, as state/grid.wgsl does it: one ends at 65,535.
    const rows = Math.ceil(workgroups / GRID_LIMIT);
    encoder.dispatchWorkgroups(Math.min(workgroups, GRID_LIMIT), rows);
  }
}

/** The one place that records passes: into an open compute pass, or into one of its own; profiled, one for each. */
export function recordPlan(
  device: GPUDevice,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  plan: Plan,
  call: CallBindings,
  label: string,
  profiler?: Profiler,
): void {
  const passes = passesFor(plan, call.numbers.size);
  if (profiler) {
    const profiled = { ...call, arguments: { ...call.arguments, profile: profiler.counted } };
    profiler.record(encoder as GPUCommandEncoder, plan, passes, (target, pass) =>
      recordPass(device, target, plan, pass, profiled),
    );
    return;
  }
  const own = 'beginComputePass' in encoder ? encoder.beginComputePass({ label }) : undefined;
  const target = own ?? (encoder as GPUComputePassEncoder);
  for (const pass of passes) recordPass(device, target, plan, pass, call);
  own?.end();
}
