import { requireBounds } from '../api/options.ts';
import { operationParts } from '../api/parts.ts';
import { requireObject } from '../checks.ts';
import { deviceFacts } from '../gpu/facts.ts';
import { memoized, type OperationParts, PlannedOperation } from '../gpu/operation.ts';
import type { TypeAndOp } from '../operators/allowed.ts';
import type { ReduceType } from '../operators/elements.ts';
import type { ReduceOp } from '../operators/operators.ts';
import type { Plan } from '../plan/plan.ts';
import { copiedTuning, familyOf, type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import { type ReduceAccess, reduceParts } from './context.ts';
import type { SegmentedReduce } from './encode.ts';
import { loadedRequest, loadReduceStages } from './load.ts';
import { reducePlan } from './plan.ts';
import type { ReduceOperation } from './record.ts';
import {
  type LoadedRequest,
  type ReduceRequest,
  type ReduceSpec,
  reduceRequest,
  type SegmentedReduceDescriptor,
} from './spec.ts';
import type { ReduceStages } from './stages.ts';

const COMMON: ReduceAccess = { form: 'offsets', countOnGpu: false, wholeVectors: true };

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

/**
 * Makes a segmented reduce that the caller records into a command encoder. After this call nothing is submitted, read
 * back or allocated by size of the data.
 *
 * Several operators together read the input once. Results of 8 and 16 bits are packed in their outputs, as in inputs.
 * Segments may overlap. An empty segment gives the operator's identity, or `initial`. Sums have the same bits on every
 * adapter and in every run; a subnormal result of f32 may be 0 where a device flushes.
 *
 * Cost of a recorded call: O(items + segments) work. Method: segments by offsets are cut evenly by the merge path
 * (Merrill and Garland 2016); segments by begin and end are sorted into bins by length.
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const room = { maxItems: 1 << 20, maxSegments: 1 << 16 };
 * const reduce = await createSegmentedReduce(device, { type: 'f32', op: 'sum', ...room });
 * const encoder = device.createCommandEncoder();
 * reduce.encode(encoder, { input, output, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedReduce<const T extends ReduceType>(
  device: GPUDevice,
  descriptor: SegmentedReduceDescriptor & TypeAndOp<T, ReduceOp>,
): Promise<SegmentedReduce> {
  requireObject('descriptor', descriptor);
  const given = { ...descriptor };
  const request = reduceRequest('type', given);
  const tuning = copiedTuning(given.tuning);
  const bounds = requireBounds(given);
  const { recordedReduce, requireDescriptor } = await import('./encode.ts');
  requireDescriptor(given);
  const parts = await operationParts(device, given);
  const loaded = await loadReduce(device, request, tuning);
  const spec: ReduceSpec = { ...loaded.request, ...bounds, phase: 'whole' };
  const reduce = await reduceOperation(device, loaded.stages, spec, tuning, parts);
  const { outputs } = reduceParts(spec).results;
  // The kernels of this plan work with an input buffer of any length.
  return recordedReduce(reduce, outputs, reduce.planFor({ ...COMMON, wholeVectors: false }));
}
