/** Plans of reduces that leave out NaNs. Loaded for these only. */
import type { DeviceFacts } from '../gpu/device.ts';
import { indicesPass, type OmitSpec, omittingPlan } from '../omit/plan.ts';
import type { Plan } from '../plan/plan.ts';
import { type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import type { ReduceSpec } from './descriptor.ts';
import { type ReduceAccess, reduceFacts } from './kernels.ts';
import { type ReduceStages, reducePlan } from './plan.ts';

/** Makes the plan of a reduce of the items that are numbers, as `reducePlan` does. */
export function omittingReducePlan(
  stages: ReduceStages,
  spec: ReduceSpec,
  access: ReduceAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  // Scratch ranges end with a whole vector.
  const inner = reducePlan(stages, spec, { ...access, wholeVectors: true }, facts, tuning);
  const table = tuningTable(stages.deviceTable(facts), tuning);
  const ofIndices = reduceFacts(spec).results.outputs.filter(({ name }) => name === 'outputIndex');
  return omittingPlan(inner, { ...spec, type: spec.type as OmitSpec['type'], argument: 'input' }, access, {
    table,
    after: ofIndices.map((output) => indicesPass(access, table, output.argument, 1)),
  });
}
