import type { DeviceFacts } from '../gpu/facts.ts';
import type { Family, InternalTuning, Tuning } from './types.ts';

export type { Family, FamilyTuning, InternalTuning, ReduceTuning, SortTuning, Tuning } from './types.ts';

export function familyOf(facts: DeviceFacts, tuning: InternalTuning): Family {
  return tuning.family ?? (facts.software ? 'software' : 'gpu');
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
 * A copy of the user's tuning, taken before anything is awaited. It is checked later (`requireTuned`), and every plan
 * reads it again.
 */
export function copiedTuning(given: Tuning | undefined): InternalTuning {
  if (given === undefined) return NOTHING;
  const tuning = copied(given) as Tuning;
  return (tuning?.family === 'cpu' ? { ...tuning, family: 'software' } : tuning) as InternalTuning;
}

/** Checks the copy of a tuning. A call without `tuning` loads no checks. */
export async function requireTuned(facts: DeviceFacts, tuning: InternalTuning): Promise<void> {
  if (tuning === NOTHING) return;
  const { requireTable, requireTuning } = await import('./check.ts');
  requireTuning(tuning);
  requireTable(facts, familyOf(facts, tuning), tuning);
}
