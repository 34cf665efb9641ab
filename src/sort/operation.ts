import type { Bounds } from '../api/options.ts';
import { operationParts } from '../api/parts.ts';
import type { HoldsLength } from '../api/segments.ts';
import { requireObject } from '../checks.ts';
import { deviceFacts } from '../gpu/facts.ts';
import { memoized, type OperationParts, PlannedOperation } from '../gpu/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { copiedTuning, type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import type { SortAccess, SortSpec } from './context.ts';
import type { SegmentedSort } from './encode.ts';
import { loadSortStages } from './load.ts';
import { sortPlan } from './plan.ts';
import type { SortOperation } from './record.ts';
import { type SegmentedSortDescriptor, sortSpec } from './spec.ts';
import type { SortStages } from './stages.ts';

/** The plan without the passes whose bins all hold no segment. */
function passesHeld(plan: Plan, holds: HoldsLength): Plan {
  const isHeld = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  return { ...plan, passes: plan.passes.filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true) };
}

export const APART: SortAccess = { keysInPlace: false, valuesInPlace: false, form: 'offsets', countOnGpu: false };

/**
 * Makes a segmented sort that is recorded into the caller's command encoder. After this call it reads nothing back,
 * submits nothing and allocates nothing that grows with the data.
 *
 * Cost of a segment of m items: a small segment takes O(m log² m) comparisons in registers. A medium or large segment
 * takes O(m) per pass of 8 bits, or O(m log m) where runs are merged. With `compare` it takes O(m log m) comparisons.
 *
 * Method: small segments are sorted by sorting networks (Batcher 1968), medium segments by radix sort or merge sort.
 * All large segments are sorted together, by one radix sort over their tiles: upsweep, scan and downsweep for each
 * digit. With `compare` one merge sort does it. See docs/architecture.md.
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'shader-compile', 'device-lost',
 *   'out-of-memory'
 * @example
 * const sort = await createSegmentedSort(device, { keyType: 'u32', maxItems: 1 << 20, maxSegments: 1 << 16 });
 * const encoder = device.createCommandEncoder();
 * sort.encode(encoder, { keysIn, keysOut, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 *
 * @example
 * // Each sorted key's index in its segment. The kernels compute the indices, so there is no valuesIn.
 * const indices = { valueType: 'index', indexFrom: 'segment' } as const;
 * const bounds = { maxItems: 1 << 20, maxSegments: 1 << 10 };
 * const argsort = await createSegmentedSort(device, { keyType: 'f32', ...indices, ...bounds });
 * argsort.encode(encoder, { keysIn, keysOut, valuesOut, segments: { size: 1000, count: 1000 }, itemCount: 1_000_000 });
 */
export async function createSegmentedSort(
  device: GPUDevice,
  descriptor: SegmentedSortDescriptor,
): Promise<SegmentedSort> {
  requireObject('descriptor', descriptor);
  const given = { ...descriptor };
  const tuning = copiedTuning(given.tuning);
  const spec = await sortSpec(given);
  const parts = { ...(await operationParts(device, given)), inPlace: given.inPlace === true };
  const { recordedSort, requireDescriptor } = await import('./encode.ts');
  requireDescriptor(given);
  const stages = await stagesOf(device, spec, tuning);
  const sort = await sortOfLengths(device, stages, spec, tuning, { holds: () => true, access: APART, parts });
  return recordedSort(spec, sort, sort.planFor(APART));
}

/** Checks the tuning, and loads the stages that a sort needs on the device. */
export async function stagesOf(
  device: GPUDevice,
  spec: Omit<SortSpec, keyof Bounds>,
  tuning: InternalTuning,
): Promise<SortStages> {
  await requireRunnable(device, tuning);
  return loadSortStages(deviceFacts(device), tuning, spec);
}

/** The plan of calls that do not sort in place and give segments by offsets. */
export function plannedSort(device: GPUDevice, stages: SortStages, spec: SortSpec, tuning: InternalTuning): Plan {
  return sortPlan(stages, spec, APART, deviceFacts(device), tuning);
}

/** What a sort is compiled for. */
interface CompiledFor {
  /** Whether some segment may have a length in a range. Kernels that no segment needs are not compiled. */
  readonly holds: HoldsLength;
  readonly access: SortAccess;
  /** Given if the caller records the sort. Otherwise all calls have the given `access`. */
  readonly parts?: OperationParts & { readonly inPlace: boolean };
}

/** Compiles a sort. */
export async function sortOfLengths(
  device: GPUDevice,
  stages: SortStages,
  spec: SortSpec,
  tuning: InternalTuning,
  { holds, access, parts }: CompiledFor,
): Promise<SortOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: SortAccess) => passesHeld(sortPlan(stages, spec, of, facts, tuning), holds));
  const plan = planFor(access);
  // Pairs in place are never sorted as runs. So more of them may be in tiles, which can take more memory.
  const inPlace = parts ? planFor({ ...APART, keysInPlace: true, valuesInPlace: !spec.indexFrom }) : plan;
  const max = (of: 'temporaryBytes' | 'argsSlots') => Math.max(plan[of], inPlace[of]);
  const prepared = {
    ...plan,
    temporaryBytes: max('temporaryBytes'),
    argsSlots: max('argsSlots'),
    passes: parts?.inPlace ? [...plan.passes, ...inPlace.passes] : plan.passes,
  };
  const operation = await PlannedOperation.create(device, 'segmented sort', prepared, parts ?? { scratch: true });
  return { operation, planFor };
}
