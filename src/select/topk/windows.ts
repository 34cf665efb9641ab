/** Plans of a top-k of windows. Loaded for these only. */
import type { DeviceFacts } from '../../gpu/device.ts';
import type { Plan } from '../../plan/plan.ts';
import { type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import { keyBytesOf } from '../kernels.ts';
import { windowedPlan } from '../window_plan.ts';
import type { TopKAccess, TopKSpec } from './kernels.ts';
import { type TopKHolds, type TopKStages, topKPlan } from './plan.ts';

/** Makes the plan of a top-k whose segments may share items, as `topKPlan` does for others. */
export function windowedTopKPlan(
  stages: TopKStages,
  spec: TopKSpec,
  access: TopKAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
  holds?: TopKHolds,
): Plan {
  const { partition, deviceTable } = stages.select;
  const make = (room: TopKSpec, of: TopKAccess) => topKPlan(stages, room, of, facts, tuning, holds);
  return windowedPlan(make, spec, access, {
    partition,
    table: tuningTable(deviceTable(facts), tuning),
    keyBytes: keyBytesOf(spec),
    valueBytes: spec.valueBytes,
    values: access.values,
    sorts: false,
    // Scratch ranges end with a whole vector.
    ofCopies: { wholeVectors: spec.maxK === 1 },
  });
}
