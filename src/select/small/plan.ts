import segmentsFile from '../../../wgsl/partition/segments.wgsl';
import direct from '../../../wgsl/select/small/direct.wgsl';
import listed from '../../../wgsl/select/small/listed.wgsl';
import { type Kernel, section, type WgslModule } from '../../plan/module.ts';
import { counted, type Pass, type Resources } from '../../plan/plan.ts';
import type { SortBin } from '../../sort/context.ts';
import type { SmallShape } from '../../sort/network_form.ts';
import { networkModule } from '../../sort/small/network.ts';
import { exchangeModules, networkForm } from '../../sort/small/plan.ts';
import { keyed, type SelectAccess, type SelectContext, type SmallGrids } from '../context.ts';

/** The segments of a small kernel: those of a bin's list, or all of the call. */
export type Taking = 'listed' | 'direct';

/** The module that reads segments by their id, in any form. */
export function segmentsModule({ form }: SelectAccess): WgslModule {
  return section(segmentsFile, 'segments', form === 'ranges' ? 'ranges' : 'offsetsOrSize');
}

/** The use of a network's sorted items: an entry, and its modules and constants. */
export interface NetworkUse {
  readonly name: string;
  readonly entry: WgslModule;
  readonly modules: readonly WgslModule[];
  readonly modulesFor?: (bin: SortBin) => readonly WgslModule[];
  /** The modules of `sortRegisters`, where a bin has another than the network of all items. */
  readonly registersFor?: (bin: SortBin) => readonly WgslModule[] | undefined;
  /** Whether `storeItem` must get the slots past a segment's end as well. */
  readonly storesPads: boolean;
  readonly constants: NonNullable<Kernel['constants']>;
  readonly resources: Resources;
}

/** The modules of a network of all items. */
export function fullNetwork(context: SelectContext, shape: SmallShape, storesPads: boolean): WgslModule[] {
  const form = networkForm(context);
  const itemsAtOnce = Math.min(form.itemsAtOnce ?? shape.items, context.stages.loadsAtOnce(shape.items));
  return [
    ...exchangeModules(context, shape.lanes),
    networkModule(shape, { ...form, branchless: form.branchless && !storesPads, itemsAtOnce }),
  ];
}

/** Whether a bin's lanes read more items than they have registers. */
export const isTournament = ({ maxLength, lanes, items }: SortBin) => maxLength > lanes * items;

/** Bins that share a kernel: networks sort their number of items, partial networks of the same lanes any number. */
function sharedBins({ bins }: SelectContext): number[][] {
  const groups: number[][] = [];
  for (const [index, bin] of bins.entries()) {
    if (bin.method !== 'network') continue;
    const before = bins[index - 1];
    const same = before && isTournament(before) && isTournament(bin) && before.lanes === bin.lanes;
    if (same) groups.at(-1)?.push(index);
    else groups.push([index]);
  }
  return groups;
}

/** A pass that sorts the segments of neighbouring bins in registers. */
function networkPass(context: SelectContext, shared: readonly number[], use: NetworkUse, taking: Taking) {
  const { workgroup } = context.table.sort.small;
  const [first, last] = [shared[0], shared.at(-1)] as [number, number];
  const bin = context.bins[last] as SortBin;
  const stored = isTournament(bin) ? bin.items : bin.lanes * bin.items;
  const kernel: Kernel = keyed(
    context,
    {
      name: `select/${use.name} ${bin.maxLength}`,
      entry: use.entry,
      modules: [
        ...use.modules,
        ...(use.modulesFor?.(bin) ?? []),
        ...(taking === 'listed' ? [listed] : [direct, segmentsModule(context)]),
        ...(use.registersFor?.(bin) ?? fullNetwork(context, bin, use.storesPads)),
      ],
      constants: {
        WORKGROUP: workgroup,
        LANES: bin.lanes,
        ITEMS: bin.items,
        STORED: stored,
        BIN: first,
        LAST_BIN: last,
        ...use.constants,
      },
    },
    true,
  );
  return { kernel, resources: use.resources, bins: shared };
}

/** The passes of all networks. */
export function networkPasses(context: SelectContext, use: NetworkUse, grids: SmallGrids): Pass[] {
  const { workgroup } = context.table.sort.small;
  return sharedBins(context).map((shared) => {
    const { lanes } = context.bins[shared[0] as number] as SortBin;
    const tasksPerSegment = Object.fromEntries(shared.map((index) => [index, 1]));
    const grid = grids.gridOf({ tasksPerSegment, tasksPerWorkgroup: workgroup / lanes });
    return { ...networkPass(context, shared, use, 'listed'), grid };
  });
}

/** One pass for all segments, if none is longer than the longest network. */
export function directPass(context: SelectContext, use: NetworkUse): Pass {
  const index = context.bins.length - 1;
  const bin = context.bins[index] as SortBin;
  const { bins: _, ...pass } = networkPass(context, [index], use, 'direct');
  return { ...pass, grid: counted('segments', 1, context.table.sort.small.workgroup / bin.lanes) };
}
