import type { DeviceFacts } from './device.ts';
import { requireTable } from './tuning/check.ts';
import { CPU, GPU, GPU_LEAN } from './tuning/tables.ts';
import type { Family, FamilyTuning, Tuning } from './tuning/types.ts';

export type { Family, FamilyTuning, ReduceTuning, SortTuning, Tuning } from './tuning/types.ts';

/** Bytes of workgroup memory that a tile of the GPU family takes for one item, its value and its share of counters. */
const GPU_BYTES_AT_256_BY_8 = 28 * 1024;

export function familyOf(facts: DeviceFacts, tuning: Tuning): Family {
  return tuning.family ?? (facts.software ? 'cpu' : 'gpu');
}

/** The table of a device's family, before the caller's own parameters. */
function deviceTable(facts: DeviceFacts, tuning: Tuning): FamilyTuning {
  if (familyOf(facts, tuning) === 'cpu') return CPU;
  // A workgroup that took all the invocations a device has room for would run alone.
  const roomy = facts.workgroupStorageBytes >= GPU_BYTES_AT_256_BY_8 && facts.workgroupInvocations > 256;
  return roomy ? GPU : GPU_LEAN;
}

/** A table with the members that `given` has, at any depth; lists are taken whole. */
function overlaid<T>(table: T, given: unknown): T {
  if (given === undefined) return table;
  if (typeof table !== 'object' || Array.isArray(table)) return given as T;
  const own = given as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(table as Record<string, unknown>).map(([name, value]) => [name, overlaid(value, own[name])]),
  ) as T;
}

/** The parameters that a plan is made with. */
export function tuningTable(facts: DeviceFacts, tuning: Tuning): FamilyTuning {
  const table = overlaid(deviceTable(facts, tuning), tuning);
  requireTable(table, familyOf(facts, tuning));
  return table;
}
