import { type DeviceFacts, deviceFacts } from '../gpu/device.ts';
import { elementOf } from '../operators/elements.ts';
import { operatorsOf } from '../operators/load.ts';
import { type Family, familyOf, type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import { type LoadedRequest, NOT_RARE, type ReduceRequest } from './descriptor.ts';
import type { LoadedReduce } from './operation.ts';
import type { ReduceStages } from './plan.ts';

/** Checks the rare options of a request, and loads the code that its operators need. */
export async function loadedRequest(request: ReduceRequest): Promise<LoadedRequest> {
  const { type, ops, listed, accuracy, rare } = request;
  const checked = rare ? (await import('../operators/initial.ts')).checkedRare(rare, type, ops, listed) : NOT_RARE;
  const operators = await operatorsOf(elementOf(type), ops, { ...checked, accuracy });
  return { ...request, ...checked, operators };
}

/**
 * Loads the stages of a reduce for a kind of adapter. The import is dynamic, so that a page loads only the kernels of
 * its adapter.
 */
export async function loadReduceStages(family: Family, sums = false): Promise<ReduceStages> {
  if (family === 'gpu') {
    const [{ reduceGpu }, ofSums] = await Promise.all([import('./gpu.ts'), sums ? import('./sums.ts') : undefined]);
    return reduceGpu(ofSums?.sweepOfSums);
  }
  return (await import('./software.ts')).reduceSoftware;
}

/** Whether a request may be one sum of integers, on a GPU that has kernels for it (src/tuning/gpu.ts). */
export function mayUseSums(
  { vendor, software }: DeviceFacts,
  { type, ops }: Pick<ReduceRequest, 'type' | 'ops'>,
): boolean {
  const isSum =
    /^[iu](8|16|32)$/.test(type) && ops.includes('sum') && ops.every((op) => op === 'sum' || op === 'count');
  return isSum && (vendor === 'nvidia' || software);
}

/** Checks the tuning and loads all code that any call of the reduce may need on the device. */
export async function loadReduce(
  device: GPUDevice,
  request: ReduceRequest,
  tuning: InternalTuning,
): Promise<LoadedReduce> {
  await requireRunnable(device, tuning);
  const facts = deviceFacts(device);
  const stages = loadReduceStages(familyOf(facts, tuning), mayUseSums(facts, request));
  const [loaded, loadedStages] = await Promise.all([loadedRequest(request), stages]);
  return { request: loaded, stages: loadedStages };
}

/** Loads what `createSegmentedReduce` needs. Reduces of arrays do without it. */
export const loadRecord = () => import('./record.ts');

/** Loads what a segment needs that is longer than a batch. */
export const loadLong = () => import('./long.ts');
