/** What a kernel is made of, as a short key: tests that look at many plans meet the same kernels again and again. */
import type { Kernel, WgslModule } from '../../src/plan/module.ts';

const ids = new Map<string, number>();

/** A file goes by its name, what TypeScript wrote or a caller gave by its text. */
function idOf({ name, text, user }: WgslModule): number {
  const key = user || name.startsWith('(') ? text : name;
  const id = ids.get(key) ?? ids.size;
  ids.set(key, id);
  return id;
}

/** Equal for kernels of equal modules, aliases' names and constants' names: every name in them is declared alike. */
export function partsKey({ entry, modules = [], aliases = {}, constants = {} }: Kernel): string {
  const names = [...Object.keys(aliases), ...Object.keys(constants)];
  return `${[entry, ...modules].map(idOf)} ${names}`;
}

/** Equal for kernels of equal text. */
export function textKey(kernel: Kernel): string {
  return `${partsKey(kernel)} ${JSON.stringify([kernel.aliases, kernel.constants])}`;
}

/** The first kernel of each key. */
export function distinctKernels(kernels: Iterable<Kernel>, keyOf: (kernel: Kernel) => string): Kernel[] {
  const distinct = new Map<string, Kernel>();
  for (const kernel of kernels) {
    const key = keyOf(kernel);
    if (!distinct.has(key)) distinct.set(key, kernel);
  }
  return [...distinct.values()];
}
