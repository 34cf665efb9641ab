/** Makes the plans of a sort, compiles them, and records calls whose arguments have been checked. */
import type { CallSegments } from '../api/recorded.ts';
import type { HoldsLength } from '../api/segments.ts';
import { deviceFacts } from '../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import { type BufferRange, sameRange } from '../gpu/ranges.ts';
import { type Plan, presentPasses, type Region } from '../plan/plan.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import type { SortAccess, SortSpec } from './kernels.ts';
import { type SortStages, sortPlan } from './plan.ts';

/** The plan without the passes whose bins all hold no segment. */
function withPresent(plan: Plan, holds: HoldsLength): Plan {
  return { ...plan, passes: presentPasses(plan, holds) };
}

export const APART: SortAccess = { keysInPlace: false, valuesInPlace: false, form: 'offsets', countOnGpu: false };

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
  readonly options?: OperationOptions & { readonly inPlace: boolean };
}

/** Compiles a sort. */
export async function sortOfLengths(
  device: GPUDevice,
  stages: SortStages,
  spec: SortSpec,
  tuning: InternalTuning,
  { holds, access, options }: CompiledFor,
): Promise<SortOperation> {
  const facts = deviceFacts(device);
  const planFor = memoized((of: SortAccess) => withPresent(sortPlan(stages, spec, of, facts, tuning), holds));
  const plan = planFor(access);
  // Pairs in place are never sorted as runs. So more of them may be in tiles, which can take more memory.
  const inPlace = options ? planFor({ ...APART, keysInPlace: true, valuesInPlace: !spec.indexFrom }) : plan;
  const max = (of: 'temporaryBytes' | 'argsSlots') => Math.max(plan[of], inPlace[of]);
  const prepared = {
    ...plan,
    temporaryBytes: max('temporaryBytes'),
    argsSlots: max('argsSlots'),
    passes: options?.inPlace ? [...plan.passes, ...inPlace.passes] : plan.passes,
  };
  const operation = await PlannedOperation.create(device, 'segmented sort', prepared, options ?? { scratch: true });
  return { operation, planFor };
}

/** A sort on a device, and its plan for each kind of call. */
export interface SortOperation {
  readonly operation: PlannedOperation;
  readonly planFor: (access: SortAccess) => Plan;
}

/**
 * Records a call whose ranges and numbers have been checked. The default of `temporary` is the operation's scratch
 * memory.
 */
export function recordSort(
  { operation, planFor }: SortOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  { form, countOnGpu, segments, size, ranges: listed }: CallSegments,
  temporary = operation.scratch as BufferRange,
): void {
  const { keysIn, keysOut, valuesIn, valuesOut } = ranges;
  const inPlace = { keysInPlace: sameRange(keysIn, keysOut), valuesInPlace: sameRange(valuesIn, valuesOut) };
  const plan = planFor({ ...inPlace, form, countOnGpu });
  const { offset, size: bytes } = plan.regions.counters as Region;
  // Segments of one size have no offsets, which blocks bind and do not read.
  const unread = { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  const buffers = { ...ranges, ...(size > 0 ? { offsets: unread } : {}), ...listed };
  operation.record(encoder, plan, buffers, temporary, { items, segments, size });
}
