/** A kernel's modules as a short key. Tests of many plans meet the same kernels many times. */
import { type Kernel, type LinkedKernel, link, type WgslModule } from '../../src/plan/link.ts';

const ids = new Map<string, number>();

/** A number for the file's name, or for a text that TypeScript wrote or a caller gave. */
function idOf({ name, text, user, linesBefore = 0 }: WgslModule): number {
  const key = user || name.startsWith('(') ? text : `${name}:${linesBefore}`;
  const id = ids.get(key) ?? ids.size;
  ids.set(key, id);
  return id;
}

/**
 * Equal for kernels with equal modules and equal names of aliases and constants, so that they declare the same names.
 */
export function modulesKey(kernel: Kernel): string {
  const { entry, around = entry, modules = [], aliases = {}, constants = {} } = kernel;
  const names = [...Object.keys(aliases), ...Object.keys(constants)];
  return `${[entry, around, ...modules].map(idOf)} ${names}`;
}

/** Equal for kernels with equal text. */
export function textKey(kernel: Kernel): string {
  return `${modulesKey(kernel)} ${JSON.stringify([kernel.aliases, kernel.constants])}`;
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

const linked = new Map<string, LinkedKernel>();

/** What `link` returns, once for kernels with equal text. */
export function linkedOnce(kernel: Kernel): LinkedKernel {
  const key = textKey(kernel);
  const known = linked.get(key) ?? link(kernel);
  linked.set(key, known);
  return known;
}
