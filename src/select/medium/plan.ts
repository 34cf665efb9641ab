/** Medium segments: a workgroup sorts one in its memory, and stores only what is sought. */
import type { Kernel, WgslModule } from '../../plan/module.ts';
import type { Pass, Resources } from '../../plan/plan.ts';
import { keyed, type SelectContext, type SmallGrids } from '../context.ts';

/** The use of a segment's sorted items. */
export interface MediumUse {
  readonly operation: 'top' | 'quantile';
  readonly modules: readonly WgslModule[];
  readonly constants: NonNullable<Kernel['constants']>;
  readonly resources: Resources;
}

/** One kernel and one pass per bin, one workgroup per segment. */
export function mediumPasses(context: SelectContext, use: MediumUse, { gridOf }: SmallGrids): Pass[] {
  const { operation, modules, constants, resources } = use;
  const { medium } = context.stages;
  if (!medium) return [];
  return context.bins.flatMap((bin, index) => {
    if (bin.method !== 'oneBlock') return [];
    const parts = medium.parts(context, bin.lanes);
    const kernel: Kernel = {
      name: `select/${operation} medium ${bin.maxLength}`,
      entry: medium.entries[operation],
      modules: [...modules, ...parts.modules],
      aliases: { Scanned: 'u32' },
      constants: { ...parts.constants, ...constants, WORKGROUP: bin.lanes, ITEMS: bin.items, BIN: index },
    };
    const grid = gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: 1 });
    return { kernel: keyed(context, kernel, true), grid, bins: [index], resources };
  });
}
