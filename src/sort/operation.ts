import type { Bounds } from '../api/options.ts';
import type { HoldsLength } from '../api/segments.ts';
import { deviceFacts } from '../gpu/facts.ts';
import { memoized, type OperationParts, PlannedOperation } from '../gpu/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import type { SortAccess, SortSpec } from './context.ts';
import { loadSortStages } from './load.ts';
import { sortPlan } from './plan.ts';
import type { SortOperation } from './record.ts';
import type { SortStages } from './stages.ts';

/** The plan without the passes whose bins all hold no segment. */
function passesHeld(plan: Plan, holds: HoldsLength): Plan {
  const isHeld = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  return { ...plan, passes: plan.passes.filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true) };
}

export const APART: SortAccess = { keysInPlace: false, valuesInPlace: false, form: 'offsets', countOnGpu: false };

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
