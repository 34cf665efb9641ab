import type { FamilyTuning, InternalTuning } from './types.ts';

/** `base` with the members of `more` in place of the same members, at any depth. A list replaces a whole list. */
export function laidOver<T>(base: T, more: unknown): T {
  if (more === undefined) return base;
  if (typeof base !== 'object' || typeof more !== 'object' || Array.isArray(more)) return more as T;
  const given = more as Record<string, unknown>;
  const under = base as Record<string, unknown>;
  const names = [...new Set([...Object.keys(under), ...Object.keys(given)])];
  return Object.fromEntries(names.map((name) => [name, laidOver(under[name], given[name])])) as T;
}

/** The parameters of a plan. `base`: the device's table, before the user's parameters. */
export function tuningTable(base: FamilyTuning, tuning: InternalTuning): FamilyTuning {
  return laidOver(base, tuning);
}
