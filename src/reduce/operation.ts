/** Makes the plans of a reduce, compiles them, and records calls whose arguments have been checked. */
import type { CallSegments } from '../api/recorded.ts';
import { deviceFacts } from '../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import { type BufferRange, wholeVectorsOf } from '../gpu/ranges.ts';
import type { Plan, Region } from '../plan/plan.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import type { LoadedRequest, ReduceSpec } from './descriptor.ts';
import type { ReduceAccess } from './kernels.ts';
import { type ReduceStages, reducePlan } from './plan.ts';

export const COMMON: ReduceAccess = { form: 'offsets', countOnGpu: false, wholeVectors: true };

/** A request with its operators loaded, and the stages for a device. */
export interface LoadedReduce {
  readonly request: LoadedRequest;
  readonly stages: ReduceStages;
}

/** The plan of a reduce for segments given by offsets. */
export function plannedReduce(device: GPUDevice, stages: ReduceStages, spec: ReduceSpec, tuning: InternalTuning): Plan {
  return reducePlan(stages, spec, COMMON, deviceFacts(device), tuning);
}

/** Compiles one phase of a reduce. `plan` makes its plans. */
export async function reduceOperation(
  device: GPUDevice,
  stages: ReduceStages,
  spec: ReduceSpec,
  tuning: InternalTuning,
  options: OperationOptions = { scratch: true },
  plan = reducePlan,
): Promise<ReduceOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((access: ReduceAccess) => plan(stages, spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented reduce', planFor(COMMON), options);
  return { spec, operation, planFor };
}

/** A compiled phase of a reduce. */
export interface ReduceOperation {
  readonly spec: ReduceSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: ReduceAccess) => Plan;
}

/** The checked arguments of one call. */
interface ReduceCall {
  /** The input, without the rest of its last vector, and the outputs. */
  readonly ranges: Readonly<Record<string, BufferRange>> & { readonly input: BufferRange };
  readonly items: number;
  readonly call: CallSegments;
  /** Default: the scratch memory that the operation holds. */
  readonly temporary?: BufferRange;
}

/**
 * Records one phase of a reduce. Outputs are results or accumulators. The ranges of the phase `chunk` also hold
 * `indexBase`, the index of the chunk's first element in its segment.
 */
export function recordReduce(
  { operation, planFor, spec: { omitsNans } }: ReduceOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  { ranges, items, call, temporary = operation.scratch as BufferRange }: ReduceCall,
): void {
  const { segments, size, form, countOnGpu } = call;
  const { input } = ranges;
  const vectors = wholeVectorsOf(input);
  const wholeVectors = vectors !== undefined;
  const plan = planFor({ form, countOnGpu, wholeVectors });
  // WebGPU wants a buffer for every binding. Offsets that no kernel reads get a scratch range that the kernel lacks.
  const { offset, size: bytes } = plan.regions.counters as Region;
  const unread = { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  const bound = {
    ...ranges,
    ...call.ranges,
    ...(vectors ? { input: vectors } : {}),
    ...(size > 0 ? { offsets: unread } : {}),
  };
  // A plan that leaves out NaNs has offsets of its own, also of segments of one size: see src/omit/plan.ts.
  const given = { givenItems: items, givenSize: size };
  operation.record(encoder, plan, bound, temporary, { items, segments, size: omitsNans ? 0 : size, ...given });
}
