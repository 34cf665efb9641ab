import { deviceFacts } from '../gpu/facts.ts';
import { type OperationParts, PlannedOperation } from '../gpu/operation.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import type { Plan } from '../plan/plan.ts';
import { stagesOf } from '../sort/operation.ts';
import type { SortStages } from '../sort/stages.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import { type GroupAccess, rowSort } from './context.ts';
import { groupPlan } from './plan.ts';
import type { Grouping, GroupSpec } from './spec.ts';

/** A grouping on a device, with its kernels compiled. */
export interface GroupOperation {
  readonly spec: GroupSpec;
  readonly operation: PlannedOperation;
  readonly planFor: (access: GroupAccess) => Plan;
}

/** What groupings on a device are made from. */
export interface GroupDevice {
  readonly device: GPUDevice;
  readonly tuning: InternalTuning;
}

/** Loads the stages of the sort of rows. */
export function groupStages({ device, tuning }: GroupDevice, how: Grouping): Promise<SortStages> {
  return stagesOf(device, rowSort(how), tuning);
}

/** The plan of a grouping on a device. */
export function plannedGroups(
  { device, tuning }: GroupDevice,
  stages: SortStages,
  spec: GroupSpec,
  access: GroupAccess,
): Plan {
  return groupPlan(stages, spec, access, deviceFacts(device), tuning);
}

/** Compiles a grouping for calls of the given kinds. */
export async function groupOperation(
  on: GroupDevice,
  stages: SortStages,
  spec: GroupSpec,
  accesses: readonly [GroupAccess, ...GroupAccess[]],
  parts: OperationParts = { scratch: true },
): Promise<GroupOperation> {
  const plans = accesses.map((access) => ({ access, plan: plannedGroups(on, stages, spec, access) }));
  const [first] = plans as [(typeof plans)[number]];
  const all = { ...first.plan, passes: plans.flatMap(({ plan }) => plan.passes) };
  const operation = await PlannedOperation.create(on.device, 'group by', all, parts);
  const planFor = ({ keys }: GroupAccess) => (plans.find(({ access }) => access.keys === keys) ?? first).plan;
  return { spec, operation, planFor };
}

/** Records a call whose ranges have been checked. All rows are one segment of the sort. */
export function recordGroups(
  { operation, planFor }: GroupOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  access: GroupAccess,
  ranges: Readonly<Record<string, BufferRange>>,
  items: number,
  temporary = operation.scratch as BufferRange,
): void {
  const numbers = { items, segments: 1, size: Math.max(items, 1) };
  const plan = planFor(access);
  const { unread } = plan.regions;
  // WebGPU wants an item's bytes in every binding. A call without rows may have less.
  const bound = { ...ranges };
  ['idsIn', 'keysOut'].forEach((name, i) => {
    const range = ranges[name];
    if (!unread || !range || range.size >= 8) return;
    bound[name] = { buffer: temporary.buffer, offset: temporary.offset + unread.offset + 256 * i, size: 8 };
  });
  operation.record(encoder, plan, bound, temporary, numbers);
}
