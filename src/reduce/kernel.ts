import { accumulatorModules, eachOnce } from '../operators/accumulator.ts';
import type { Kernel, WgslModule } from '../plan/module.ts';
import type { Pass, Resources } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import type { ReduceContext } from './context.ts';

/** A part of a kernel. The kernel's lists are the parts' lists joined. */
export interface KernelPart {
  readonly aliases?: Kernel['aliases'];
  readonly constants?: Kernel['constants'];
  readonly resources?: Resources;
  readonly modules?: readonly WgslModule[];
}

/** Joins parts to a kernel and its resources. */
export function partedKernel(
  name: string,
  entry: WgslModule,
  parts: readonly KernelPart[],
): Pick<Pass, 'kernel' | 'resources'> {
  const kernel: Kernel = {
    name,
    entry,
    modules: eachOnce(parts.flatMap(({ modules = [] }) => modules)),
    aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
    constants: Object.assign({ ...STATE }, ...parts.map(({ constants }) => constants)),
  };
  return { kernel, resources: Object.assign({}, ...parts.map(({ resources }) => resources)) };
}

/** The part that declares the accumulator `Acc` and its functions. */
export function accumulatorPart({ accumulator }: ReduceContext): KernelPart {
  return { modules: accumulatorModules(accumulator) };
}
