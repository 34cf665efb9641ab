import type { DeviceFacts } from '../gpu/facts.ts';
import { GPU, GPU_LEAN, lavapipe, SOFTWARE } from './tables.ts';
import type { Family, FamilyTuning, InternalTuning, Tuning } from './types.ts';

export type { Family, FamilyTuning, InternalTuning, ReduceTuning, SortTuning, Tuning } from './types.ts';

/** Bytes of workgroup memory of a tile of 256 lanes with 8 items each: keys, values and counters. */
const GPU_BYTES_AT_256_BY_8 = 28 * 1024;

export function familyOf(facts: DeviceFacts, tuning: InternalTuning): Family {
  return tuning.family ?? (facts.software ? 'software' : 'gpu');
}

/** The table of a device's family, before the user's parameters. */
function deviceTable(facts: DeviceFacts, tuning: InternalTuning): FamilyTuning {
  if (familyOf(facts, tuning) === 'software')
    return facts.lavapipe ? laidOver(SOFTWARE, lavapipe(facts.subgroupMinSize)) : SOFTWARE;
  // If a workgroup took all invocations that a device has room for, no second one could run next to it.
  const roomy = facts.workgroupStorageBytes >= GPU_BYTES_AT_256_BY_8 && facts.workgroupInvocations > 256;
  return laidOver(GPU, roomy ? undefined : GPU_LEAN);
}

/** `base` with the members of `more` in place of the same members, at any depth. A list replaces a whole list. */
export function laidOver<T>(base: T, more: unknown): T {
  if (more === undefined) return base;
  if (typeof base !== 'object' || typeof more !== 'object' || Array.isArray(more)) return more as T;
  const given = more as Record<string, unknown>;
  const under = base as Record<string, unknown>;
  const names = [...new Set([...Object.keys(under), ...Object.keys(given)])];
  return Object.fromEntries(names.map((name) => [name, laidOver(under[name], given[name])])) as T;
}

/** The parameters of a plan. */
export function tuningTable(facts: DeviceFacts, tuning: InternalTuning): FamilyTuning {
  const { partition, scan, convert, sort, reduce } = tuning;
  return laidOver(deviceTable(facts, tuning), { partition, scan, convert, sort, reduce });
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
  requireTable(tuningTable(facts, tuning), familyOf(facts, tuning));
}
