import segmentsFile from '../../wgsl/partition/segments.wgsl';
import takenFile from '../../wgsl/select/small/segments.wgsl';
import { inside, type Kernel, section, type WgslModule, wgsl } from '../plan/link.ts';
import { counted, type Pass } from '../plan/plan.ts';
import type { SmallShape, SortBin } from '../sort/kernels.ts';
import {
  bitonicSort,
  exchange,
  exchangeModules,
  networkForm,
  networkModule,
  oddEvenMergeSort,
} from '../sort/networks.ts';
import {
  keyed,
  type MediumUse,
  type NetworkUse,
  type SelectAccess,
  type SelectContext,
  type SmallGrids,
} from './kernels.ts';

/** The segments of a small kernel: those of a bin's list, or all of the call. */
export type Taking = 'listed' | 'direct';

/** The module that reads segments by their id, in any form. */
export function segmentsModule({ form }: SelectAccess): WgslModule {
  return section(segmentsFile, 'segments', form === 'ranges' ? 'ranges' : 'offsetsOrSize');
}

/** The modules of a network of all items. */
export function fullNetwork(
  context: SelectContext,
  shape: SmallShape,
  storesPads: boolean,
  name?: string,
): WgslModule[] {
  const form = networkForm(context);
  const itemsAtOnce = Math.min(form.itemsAtOnce ?? shape.items, context.stages.loadsAtOnce(shape.items));
  return [
    ...exchangeModules(context, shape.lanes),
    networkModule(shape, { ...form, branchless: form.branchless && !storesPads, itemsAtOnce }, name),
  ];
}

/** Whether a bin's lanes read more items than they have registers. */
export const keepsBest = ({ maxLength, lanes, items }: SortBin) => maxLength > lanes * items;

/** Bins that share a kernel: networks sort their number of items, partial networks of the same lanes any number. */
function sharedBins({ bins }: SelectContext): number[][] {
  const groups: number[][] = [];
  for (const [index, bin] of bins.entries()) {
    if (bin.method !== 'network') continue;
    const before = bins[index - 1];
    const same = before && keepsBest(before) && keepsBest(bin) && before.lanes === bin.lanes;
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
  const stored = keepsBest(bin) ? bin.items : bin.lanes * bin.items;
  const kernel: Kernel = keyed(
    context,
    {
      name: `select/${use.name} ${bin.maxLength}`,
      entry: use.entry,
      modules: [
        ...use.modules,
        ...(use.modulesFor?.(bin) ?? []),
        ...(taking === 'listed'
          ? [section(takenFile, 'taken', first < last && context.stages.appended?.(context) ? 'appended' : 'listed')]
          : [section(takenFile, 'taken', 'direct'), segmentsModule(context)]),
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
  const joined = context.stages.joined?.(context, use, grids);
  if (joined) return joined;
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

// The best items of a lane, sorted, in the registers r0, r1 and so on.

/** One line per register. */
export const registers = <T>(count: number, line: (i: number) => T) => Array.from({ length: count }, (_, i) => line(i));

/** Register i becomes the lesser one of itself and another item. */
export const keep = (i: number, other: string) =>
  wgsl`{ let o = ${other}; r${i} = select(r${i}, o, precedes(o, r${i})); }`;

/** Sorts what a merge kept, which is bitonic. */
export const sortMerged = (items: number) => bitonicSort(items).map(([i, j]) => exchange(`r${i}`, `r${j}`, {}));

const load = (at: string) => wgsl`loadItem(begin, length, ${at})`;

export const PAD = 'makeItem(MAX_KEY, NO_INDEX, 0u)';

/**
 * Finds the best items of a lane. It begins with the `first` ones and pads, and merges a round after the other into
 * them: the least items of a sorted round meet the last ones of the best.
 */
export function mergedItems(lanes: number, items: number, round: number, first: number): string[] {
  const sorted = (name: string, count: number) =>
    oddEvenMergeSort(count).map(([i, j]) => exchange(`${name}${i}`, `${name}${j}`, {}));
  return [
    ...registers(items, (i) => wgsl`var r${i} = ${i < first ? load(wgsl`lane + ${i * lanes}u`) : PAD};`),
    ...sorted('r', first),
    wgsl`for (var at = lane + ${lanes * first}u; at - lane < length; at += ${lanes * round}u) {
  ${inside([
    ...registers(round, (i) => wgsl`var c${i} = ${load(wgsl`at + ${i * lanes}u`)};`),
    ...sorted('c', round),
    ...registers(Math.min(items, round), (j) => keep(items - 1 - j, `c${j}`)),
    ...sortMerged(items),
  ])}
}`,
  ];
}

/**
 * Finds the best items of a lane by insertions. They go from the last item to the first. So an item comes before those
 * of equal keys that are in the registers, and a comparison needs no index. `round` items at a time pass register after
 * register. If each passed all registers by itself, Intel's compilers would hold two copies of the registers. They also
 * do for merges, and spill.
 */
export function insertedItems(lanes: number, items: number, round: number): string[] {
  const step = lanes * round;
  const insert = (i: number, j: number) => exchange(`r${i}`, `c${j}`, {}, '!lessKey(comparedKey(a), comparedKey(b))');
  return [
    ...registers(items, (i) => wgsl`var r${i} = ${PAD};`),
    wgsl`for (var end = (length + ${step - 1}u) / ${step}u * ${step}u; end > 0u; end -= ${step}u) {
  ${inside([
    ...registers(round, (j) => wgsl`var c${j} = ${load(wgsl`end - ${lanes * (j + 1)}u + lane`)};`),
    ...registers(items, (i) => registers(round, (j) => insert(i, j))).flat(),
  ])}
}`,
  ];
}

/** Merges the best items of a lane and of its partner: both then hold the same. */
export function mergeLanes(items: number, mask: number): string[] {
  // A mirrored pair at a time: with all registers of the partner at once, GPUs spill.
  const pairs = registers(Math.ceil(items / 2), (i) => [...new Set([i, items - 1 - i])]);
  const lines = pairs.flatMap((pair) => [
    ...pair.map((i) => wgsl`let p${i} = partner(local, ${i}u, r${i}, ${mask}u);`),
    ...pair.map((i) => keep(i, `p${items - 1 - i}`)),
  ]);
  return [
    wgsl`{
  ${inside(registers(items, (i) => wgsl`publish(local, ${i}u, r${i}, ${mask}u);`))}
  meet(${mask}u);
  ${inside(lines)}
  meet(${mask}u);
  ${inside(sortMerged(items))}
}`,
  ];
}

// Medium segments: a workgroup sorts one in its memory, and stores only what is searched for.

/** Passes of networks of several subgroups, then one kernel and one pass per bin, one workgroup per segment. */
export function mediumPasses(context: SelectContext, use: MediumUse, grids: SmallGrids): Pass[] {
  const { operation, modules, constants, resources } = use;
  const { medium } = context.stages;
  if (!medium) return [];
  const across = medium.across?.(context, use, grids) ?? [];
  const sorted = context.bins.flatMap((bin, index) => {
    if (bin.method !== 'oneBlock') return [];
    const ranks = medium.ranks(context, bin.lanes);
    const kernel: Kernel = {
      name: `select/${operation} medium ${bin.maxLength}`,
      entry: medium.entries[operation],
      modules: [...modules, ...ranks.modules],
      aliases: { Scanned: 'u32' },
      constants: { ...ranks.constants, ...constants, WORKGROUP: bin.lanes, ITEMS: bin.items, BIN: index },
    };
    const grid = grids.gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: 1 });
    return { kernel: keyed(context, kernel, true), grid, bins: [index], resources };
  });
  return [...across, ...sorted];
}
