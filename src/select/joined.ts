/** One kernel for all networks of a top-k of few items: wgsl/select/small/top_networks.gpu.wgsl. */
import entry from '../../wgsl/select/small/top_networks.gpu.wgsl';
import { inside, type Kernel, wgsl, written } from '../plan/link.ts';
import type { Pass } from '../plan/plan.ts';
import { groupConstants, groupGrid } from '../sort/across.ts';
import type { IndexedBin, SortBin } from '../sort/kernels.ts';
import { exchange, exchangeModules } from '../sort/networks.ts';
import { keyed, type NetworkUse, type SelectContext, type SmallGrids } from './kernels.ts';
import { fullNetwork, keepsBest, mergeLanes, PAD, registers } from './small.ts';

/**
 * Writes the partial networks of any number of lanes. Lanes insert items as in `insertedItems` (small.ts), and merge
 * as often as their segment needs.
 */
function bestOfLanes({ best: items, stages, key, table }: SelectContext, most: number): string {
  const round = stages.bestRound(items, key.words, table);
  const insert = (i: number, j: number) => exchange(`r${i}`, `c${j}`, {}, '!lessKey(comparedKey(a), comparedKey(b))');
  const load = (j: number) => wgsl`var c${j} = loadItem(begin, length, end - ${j + 1}u * lanes + lane);`;
  const merge = (i: number) => wgsl`if (width > ${i}u) {
  ${inside(mergeLanes(items, 2 ** i))}
}`;
  const store = (i: number) =>
    wgsl`if (lane == (${i}u & (lanes - 1u))) { storeItem(begin, length, ${i}u, r${i}, ${i}u); }`;
  return wgsl`fn sortBest(begin: u32, length: u32, local: u32, width: u32) {
  let lanes = 1u << width;
  let lane = local & (lanes - 1u);
  let step = ${round}u << width;
  ${inside(registers(items, (i) => wgsl`var r${i} = ${PAD};`))}
  for (var end = (length + step - 1u) / step * step; end > 0u; end -= step) {
    ${inside([
      inside([...registers(round, load), ...registers(items, (i) => registers(round, (j) => insert(i, j))).flat()]),
    ])}
  }
  ${inside(registers(Math.log2(most), merge))}
  ${inside(registers(items, store))}
}`;
}

/** Writes `sortNetwork`, which sorts by the network of a bin, and returns how many slots it stores. */
function sortNetwork(context: SelectContext, full: readonly SortBin[], most: number): string {
  const branches = full.map(
    ({ lanes, items }, i) => wgsl`if (bin == ${i}u) {
  sortBy${i}(begin, length, local);
  return ${lanes * items}u;
}`,
  );
  return wgsl`${bestOfLanes(context, most)}
fn sortNetwork(bin: u32, width: u32, begin: u32, length: u32, local: u32) -> u32 {
  ${inside(branches)}
  sortBest(begin, length, local, width);
  return ${context.best}u;
}`;
}

/**
 * The pass of all networks. Undefined if lanes exchange through workgroup memory, or if a lane has one best item or
 * merges rounds: then each bin has its kernel.
 */
export function joinedNetworks(context: SelectContext, use: NetworkUse, { gridOf }: SmallGrids): Pass[] | undefined {
  const { bins, best, subgroups, table } = context;
  const { workgroup, bestByMerges } = table.sort.small;
  const group: IndexedBin[] = bins.map((bin, index) => ({ bin, index })).filter(({ bin }) => bin.method === 'network');
  const full = group.map(({ bin }) => bin).filter((bin) => !keepsBest(bin));
  const partial = group.at(-1)?.bin;
  if (!subgroups || best <= 1 || bestByMerges || !partial || !keepsBest(partial) || group.length < 2) return undefined;
  const most = Math.max(...group.map(({ bin }) => bin.lanes));
  const kernel: Kernel = {
    name: `select/top networks ${bins[0]?.maxLength} to ${partial.maxLength}`,
    entry,
    modules: [
      ...use.modules,
      ...(use.modulesFor?.(partial) ?? []),
      ...new Set([...exchangeModules(context, most), ...full.flatMap((bin) => exchangeModules(context, bin.lanes))]),
      ...full.map((bin, i) => fullNetwork(context, bin, use.storesPads, `sortBy${i}`).at(-1) as never),
      written('networks', sortNetwork(context, full, most)),
    ],
    constants: { WORKGROUP: workgroup, ...groupConstants(group), ...use.constants },
  };
  return [{ kernel: keyed(context, kernel, true), resources: use.resources, ...groupGrid(group, gridOf, workgroup) }];
}
