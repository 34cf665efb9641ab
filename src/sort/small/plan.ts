import exchangeFile from '../../../wgsl/sort/small/exchange.wgsl';
import itemFile from '../../../wgsl/sort/small/item.wgsl';
import smallKernel from '../../../wgsl/sort/small/kernel.wgsl';
import { section, type WgslModule } from '../../plan/module.ts';
import type { Grid, Pass } from '../../plan/plan.ts';
import { accessModules, movedBytes, type SortBin, type SortContext, SPAN_BYTES } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import type { SmallShape } from '../network_form.ts';
import { networkModule } from './network.ts';

/**
 * The shapes of the small bins, with capacities 4, 8, 16, … (a capacity of 2 would save nothing). A lane holds
 * `itemsWanted` items, or up to `maxItemsPerLane` where a subgroup has too few lanes. Before each capacity in
 * `threeQuarterBins` there is a shape of the same lanes and three quarters of the items.
 */
export function smallShapes(context: SortContext): SmallShape[] {
  const { itemsWanted, maxLanes, maxLanesEmulated, maxLength, threeQuarterBins } = context.table.sort.small;
  const maxItemsPerLane = maxRegisters(context);
  // Without subgroups lanes exchange through workgroup memory. So a second lane is used only when the first is full.
  const wanted = context.subgroups ? Math.min(itemsWanted, maxItemsPerLane) : maxItemsPerLane;
  // A custom comparator is inlined at every exchange. Long networks of it compile for half a minute without a GPU.
  const [max, maxEmulated] = context.compare ? [8, 4] : [maxLanes, maxLanesEmulated];
  const guaranteedLanes = context.subgroups
    ? Math.min(context.lanes, maxLanes, max)
    : Math.min(maxLanesEmulated, maxEmulated);
  const shapes: SmallShape[] = [];
  for (let capacity = Math.min(4, maxLength, maxItemsPerLane); capacity <= maxLength; capacity *= 2) {
    const lanes = Math.max(1, Math.min(guaranteedLanes, capacity / wanted));
    const items = capacity / lanes;
    if (items > maxItemsPerLane) break;
    if (threeQuarterBins.includes(capacity) && items % 4 === 0) shapes.push({ lanes, items: 0.75 * items });
    shapes.push({ lanes, items });
  }
  return shapes;
}

/** Whether a register holds only a sort key of one word. */
function itemsAreNumbers({ key, pairs }: Pick<SortContext, 'key' | 'pairs'>): boolean {
  return !pairs && key.lossless && key.words === 1;
}

/**
 * Whether a shape is short enough to sort runs. Where tried, runs of longer networks took longer to merge and to
 * compile.
 */
export function isShort({ key, pairs }: SortContext, { items }: SmallShape): boolean {
  return items * (key.words + Number(pairs)) <= 48;
}

/** The form of a plan's networks. */
export function networkForm(context: SortContext) {
  const { small } = context.table.sort;
  const minMax = small.minMax && !context.compare && itemsAreNumbers(context);
  return { ...small, minMax, maxStriped: context.subgroups ? small.maxStriped : 0, parts: context.networkParts };
}

/** The most items of a lane: fewer for wider registers and for expensive comparisons. */
function maxRegisters(context: SortContext): number {
  const { key, table, compare, keysInPlace } = context;
  const { maxItemsPerLane, maxItemsPerLanePairs } = table.sort.small;
  const mappedOnce = key.lossless || !keysInPlace;
  // Every comparison is two loads and the user's code.
  if (compare) return Math.min(maxItemsPerLane, 8);
  if (itemsAreNumbers(context)) return maxItemsPerLane;
  if (mappedOnce && key.words === 1) return maxItemsPerLanePairs;
  // In place, lossy sort keys are mapped again in every comparison. SwiftShader crashes when it compiles long networks
  // of these.
  return Math.min(maxItemsPerLanePairs, 16) / (mappedOnce ? 1 : 2 * key.words);
}

/** The module by which `lanes` lanes exchange registers. */
export function exchangeModules({ subgroups, table }: SortContext, lanes: number): WgslModule[] {
  if (lanes === 1) return [];
  if (!subgroups) return [section(exchangeFile, 'exchange', 'workgroup')];
  return [section(exchangeFile, 'exchange', table.sort.small.quadSwaps ? 'quads' : 'subgroup')];
}

/** How a tagged item holds its key. */
function keyForm({ key, keysInPlace }: SortContext): WgslModule {
  if (key.lossless) return section(itemFile, 'form', 'sortKey');
  return section(itemFile, 'form', keysInPlace ? 'bits' : 'fetched');
}

/** The modules of the item type: a sort key, or a tagged item of a key, its index and in some plans a value. */
function itemModules(context: SortContext): WgslModule[] {
  const { key, keyModules, pairs, valuesInPlace } = context;
  if (!pairs && key.lossless)
    return [section(itemFile, 'item', 'key'), section(itemFile, 'load', 'key'), section(itemFile, 'store', 'key')];
  // In place a value moves through the network. Otherwise it would be overwritten before it is fetched.
  const carried = pairs && valuesInPlace;
  return [
    section(itemFile, 'item', 'tagged'),
    section(itemFile, 'load', 'tagged'),
    section(itemFile, 'store', 'tagged'),
    keyForm(context),
    ...(carried
      ? [keyModules.itemWithValue]
      : [keyModules.item, section(itemFile, 'value', pairs ? 'gathered' : 'none')]),
  ];
}

/** Bytes that a network reads and writes per item. Lossy keys that are not sorted in place are read twice. */
function itemTraffic(context: SortContext): number {
  const { key, item, first } = movedBytes(context);
  return first + item + (context.key.lossless || context.keysInPlace ? 0 : key);
}

/** The pass that sorts one small bin in registers. */
export function smallPass(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass {
  return {
    kernel: keyedKernel(context, {
      name: `sort/small ${bin.maxLength}`,
      entry: smallKernel,
      modules: [
        ...accessModules(context),
        ...itemModules(context),
        ...exchangeModules(context, bin.lanes),
        networkModule(bin, networkForm(context)),
      ],
      constants: {
        WORKGROUP: context.table.sort.small.workgroup,
        LANES: bin.lanes,
        ITEMS: bin.items,
        BIN: index,
      },
    }),
    grid,
    bins: [index],
    ...(context.compare ? {} : { traffic: { segment: SPAN_BYTES, item: itemTraffic(context) } }),
  };
}
