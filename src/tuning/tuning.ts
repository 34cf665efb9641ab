import { type DeviceFacts, deviceFacts } from '../gpu/facts.ts';
import { requireLanes } from '../gpu/lanes.ts';
import type { Family, InternalTuning, Tuning } from './types.ts';

export type { Family, FamilyTuning, InternalTuning, ReduceTuning, SortTuning, Tuning } from './types.ts';

export function familyOf(facts: DeviceFacts, tuning: InternalTuning): Family {
  // Code may load before a tuning is checked, which may be null.
  return tuning?.family ?? (facts.software ? 'software' : 'gpu');
}

/** The tuning of a call without `tuning`. */
const NOTHING: InternalTuning = {};

/** A copy of objects and lists, to the depth of a tuning. Other values stay as they are: the checks name them. */
function copied(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 4) return value;
  if (Array.isArray(value)) return value.map((each) => copied(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copied(each, depth + 1)]));
}

/**
 * A copy of the user's tuning, taken before anything is awaited. It is checked later (`requireRunnable`), and every
 * plan reads it again.
 */
export function copiedTuning(given: Tuning | undefined): InternalTuning {
  return given === undefined ? NOTHING : (copied(given) as InternalTuning);
}

/**
 * Checks the copy of a tuning. A call without `tuning` loads no checks. On a GPU it also tests the lanes, once per
 * device. The test may remove the device's subgroups, so callers read the facts afterwards.
 */
export async function requireRunnable(device: GPUDevice, tuning: InternalTuning): Promise<void> {
  const { software, subgroups } = deviceFacts(device);
  if (subgroups && !software && tuning?.subgroups !== false) {
    await requireLanes(device);
  }
  if (tuning === NOTHING) return;
  const { requireTable, requireTuning } = await import('./check.ts');
  requireTuning(tuning);
  const facts = deviceFacts(device);
  requireTable(facts, familyOf(facts, tuning), tuning);
}
