/** Plans of quantiles of windows. Loaded for these only. */
import type { DeviceFacts } from '../../gpu/device.ts';
import type { Plan } from '../../plan/plan.ts';
import { keyTraits } from '../../sort/kernels.ts';
import { type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import { windowedPlan } from '../window_plan.ts';
import { type QuantileAccess, type QuantileSpec, type QuantileStages, quantilePlan } from './plan.ts';

/** Makes the plan of quantiles whose segments may share items, as `quantilePlan` does for others. */
export function windowedQuantilePlan(
  stages: QuantileStages,
  spec: QuantileSpec,
  access: QuantileAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const { partition, deviceTable } = stages.select;
  const make = (room: QuantileSpec, of: QuantileAccess) => quantilePlan(stages, room, of, facts, tuning);
  return windowedPlan(make, spec, access, {
    partition,
    table: tuningTable(deviceTable(facts), tuning),
    keyBytes: keyTraits(spec).bytes,
    valueBytes: 0,
    values: false,
    sorts: stages.sorted !== undefined,
    ofCopies: {},
  });
}
