import { deviceFacts } from '../gpu/facts.ts';
import { memoized, type OperationParts, PlannedOperation } from '../gpu/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { familyOf, type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import type { ReduceAccess } from './context.ts';
import { loadedRequest, loadReduceStages } from './load.ts';
import { reducePlan } from './plan.ts';
import type { ReduceOperation } from './record.ts';
import type { LoadedRequest, ReduceRequest, ReduceSpec } from './spec.ts';
import type { ReduceStages } from './stages.ts';

export const COMMON: ReduceAccess = { form: 'offsets', countOnGpu: false, wholeVectors: true };

/** A request with its operators loaded, and the stages for a device. */
export interface LoadedReduce {
  readonly request: LoadedRequest;
  readonly stages: ReduceStages;
}

/** Checks the tuning and loads all code that any call of the reduce may need on the device. */
export async function loadReduce(
  device: GPUDevice,
  request: ReduceRequest,
  tuning: InternalTuning,
): Promise<LoadedReduce> {
  await requireRunnable(device, tuning);
  const family = familyOf(deviceFacts(device), tuning);
  const [loaded, stages] = await Promise.all([loadedRequest(request), loadReduceStages(family)]);
  return { request: loaded, stages };
}

/** The plan of a reduce for segments given by offsets. */
export function plannedReduce(device: GPUDevice, stages: ReduceStages, spec: ReduceSpec, tuning: InternalTuning): Plan {
  return reducePlan(stages, spec, COMMON, deviceFacts(device), tuning);
}

/** Compiles one phase of a reduce. */
export async function reduceOperation(
  device: GPUDevice,
  stages: ReduceStages,
  spec: ReduceSpec,
  tuning: InternalTuning,
  parts: OperationParts = { scratch: true },
): Promise<ReduceOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((access: ReduceAccess) => reducePlan(stages, spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented reduce', planFor(COMMON), parts);
  return { spec, operation, planFor };
}
