/** Loads what a call needs: the code of its operation, and that of its options. */

import type { CallOptions } from '../api/array_call.ts';
import { taken } from '../checks.ts';
import { isMore } from '../operators/names.ts';
import { copiedTuning } from '../tuning/tuning.ts';
import { needsWalk } from './call.ts';
import type { GivenReduce } from './reduce/array_call.ts';

/**
 * Waits for modules. A tuning has no effect here, but it is checked as on a GPU. Its checks load only where there is
 * one.
 */
export async function loaded<T extends readonly unknown[]>(
  { tuning }: Pick<CallOptions, 'tuning'>,
  ...modules: T
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const copy = copiedTuning(tuning);
  const checks = tuning === undefined ? undefined : import('./tuning.ts');
  const all = await Promise.all(modules);
  (await checks)?.requireTuning(copy);
  return all as { -readonly [I in keyof T]: Awaited<T[I]> };
}

/** Copies operators and the options for them, and loads the code for them that few calls need. */
export async function loadedModules(asked: Omit<GivenReduce, 'modules'>): Promise<GivenReduce> {
  const { op, initial, whenEmpty, ddof, widen, nan } = asked;
  const given = { ...asked, op: taken(op), initial: taken(initial), whenEmpty: taken(whenEmpty) };
  const ops: unknown[] = Array.isArray(op) ? op : [op];
  const isCustom = ops.some((each) => typeof each === 'object');
  const isRare = [initial, whenEmpty, ddof, widen, nan].some((option) => option !== undefined);
  const [custom, initials, walks, more, omit] = await Promise.all([
    isCustom ? import('./reduce/custom.ts') : undefined,
    isRare ? import('./reduce/initial.ts') : undefined,
    needsWalk(op) ? import('./reduce/walks.ts') : undefined,
    ddof !== undefined || widen || ops.some(isMore) ? import('./reduce/more.ts') : undefined,
    nan === 'omit' ? import('./omit.ts') : undefined,
  ]);
  return { ...given, modules: { ...custom, ...initials, ...walks, ...more, ...omit } };
}
