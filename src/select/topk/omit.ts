/** Plans of a top-k that leaves out NaNs. Loaded for these only. */
import type { DeviceFacts } from '../../gpu/device.ts';
import { indicesPass, type OmitSpec, omittingPlan } from '../../omit/plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import type { TopKAccess, TopKSpec } from './kernels.ts';
import { type TopKHolds, type TopKStages, topKPlan } from './plan.ts';

/** Makes the plan of a top-k of the keys that are numbers, as `topKPlan` does. `makePlan` makes that of numbers. */
export function omittingTopKPlan(
  stages: TopKStages,
  spec: TopKSpec,
  access: TopKAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
  holds?: TopKHolds,
  makePlan = topKPlan,
): Plan {
  // Scratch ranges end with a whole vector.
  const inner = makePlan(stages, spec, { ...access, wholeVectors: spec.maxK === 1 }, facts, tuning, holds);
  const table = tuningTable(stages.select.deviceTable(facts), tuning);
  return omittingPlan(inner, { ...spec, type: spec.keyType as OmitSpec['type'], argument: 'keysIn' }, access, {
    table,
    valueBytes: spec.valueBytes,
    values: access.values,
    after: access.indices ? [indicesPass(access, table, 'indicesOut', spec.maxK)] : [],
  });
}
