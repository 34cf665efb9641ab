import exchangeFile from '../../wgsl/sort/small/exchange.wgsl';
import itemFile from '../../wgsl/sort/small/item.wgsl';
import smallKernel from '../../wgsl/sort/small/kernel.wgsl';
import { inside, section, type WgslModule, wgsl, written } from '../plan/link.ts';
import type { Grid, Pass } from '../plan/plan.ts';
import {
  accessModules,
  keyedKernel,
  movedBytes,
  type NetworkCode,
  type NetworkForm,
  type SmallShape,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from './kernels.ts';

/** The exchanges of Batcher's odd-even merge sort of `count` registers, in order: pairs (i, j) with i < j. */
export function oddEvenMergeSort(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let run = 1; run < count; run *= 2) {
    for (let distance = run; distance >= 1; distance /= 2) {
      for (let start = distance % run; start + distance < count; start += 2 * distance) {
        for (let i = start; i < Math.min(start + distance, count - distance); i++) {
          if (Math.floor(i / (2 * run)) === Math.floor((i + distance) / (2 * run))) pairs.push([i, i + distance]);
        }
      }
    }
  }
  return pairs;
}

/**
 * The exchanges that sort a bitonic sequence of `count` registers: it is halved repeatedly. A part of odd length is
 * sorted by the odd-even merge sort.
 */
export function bitonicSort(count: number): [number, number][] {
  if (count % 2 === 1) return oddEvenMergeSort(count);
  const half = count / 2;
  const pairs = bitonicSort(half);
  const across = Array.from({ length: half }, (_, i): [number, number] => [i, half + i]);
  return [...across, ...pairs, ...pairs.map(([i, j]): [number, number] => [half + i, half + j])];
}

/** Exchanges two registers, so that the lesser one is first. `swap`: whether b goes before a. */
export function exchange(a: string, b: string, { minMax }: NetworkForm, swap = 'precedes(b, a)'): string {
  if (minMax) return wgsl`{ let a = ${a}; ${a} = min(a, ${b}); ${b} = max(a, ${b}); }`;
  const chosen = wgsl`${a} = select(a, b, swap); ${b} = select(b, a, swap);`;
  return wgsl`{ let a = ${a}; let b = ${b}; let swap = ${swap}; ${chosen} }`;
}

/** One line per register. */
export function each<T>(registers: number, line: (i: number) => T): T[] {
  return Array.from({ length: registers }, (_, i) => line(i));
}

export function exchanges(pairs: readonly [number, number][], form: NetworkForm): string[] {
  return pairs.map(([i, j]) => exchange(`r${i}`, `r${j}`, form));
}

/**
 * Compares the registers with those of the lane whose number differs by `mask` (exclusive or). `mirror` pairs a lane's
 * first register with its partner's last.
 */
export function compareAcrossLanes(items: number, mask: string, mirror = false): string {
  const highestBit = mirror ? wgsl`((${mask} + 1u) / 2u)` : mask;
  const other = (i: number) => (mirror ? items - 1 - i : i);
  const read = (i: number) => wgsl`let p${i} = partner(local, ${other(i)}u, r${other(i)}, ${mask});`;
  const keep = (i: number) => wgsl`r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == lower);`;
  // Two registers at a time: with all partners' registers at once, GPUs spill.
  const together = each(Math.ceil(items / 2), (i) => {
    const pair = [...new Set([i, mirror ? other(i) : items - 1 - i])];
    return [...pair.map(read), ...pair.map(keep)];
  }).flat();
  return wgsl`{
  let lower = (lane & ${highestBit}) == 0u;
  ${inside(each(items, (i) => wgsl`publish(local, ${i}u, r${i}, ${mask});`))}
  meet(${mask});
  ${inside(together)}
  meet(${mask});
}`;
}

/** Bitonic merges of the lanes' sorted registers, until all lanes hold one run. */
export function mergesOfLanes({ lanes, items }: SmallShape, form: NetworkForm): string[] {
  const inLane = exchanges(bitonicSort(items), form);
  const lines: string[] = [];
  for (let run = 2; run <= lanes; run *= 2) {
    lines.push(compareAcrossLanes(items, `${run - 1}u`, true));
    for (let mask = run / 4; mask >= 1; mask /= 2) lines.push(compareAcrossLanes(items, `${mask}u`));
    lines.push(...inLane);
  }
  return lines;
}

/** The line that loads a register, and the line that stores it. */
export const load = (i: number, slot: string) => wgsl`r${i} = loadItem(begin, length, ${slot});`;
export const store = (i: number, slot: string) => wgsl`storeItem(begin, length, ${slot}, r${i}, ${i % 4}u);`;

/** A line for each register. By default a lane loads and stores consecutive items. */
export function unrolled(
  shape: SmallShape,
  form: NetworkForm,
  first = wgsl`lane * ${shape.items}u`,
  slot = (i: number) => i,
): NetworkCode {
  const lines = (line: typeof load, from: string) => each(shape.items, (i) => line(i, `${from} + ${slot(i)}u`));
  // Compilers do not see that these slots are those of the loads.
  const [anew, to] = form.slotsTwice ? [['let to = min(first, length);'], 'to'] : [[], 'first'];
  const stores = [...anew, ...lines(store, to)];
  return { first, loads: lines(load, 'first'), merges: mergesOfLanes(shape, form), stores };
}

/**
 * Writes the function `sortRegisters(begin, length, local)`, or one of another name. It loads a segment into `lanes` ×
 * `items` registers, sorts them and stores them. Method: Batcher's networks, the odd-even merge sort inside a lane,
 * then bitonic merges between lanes. The first step of a merge mirrors, so that every comparison ascends. No register
 * is indexed at run time.
 */
export function networkModule(shape: SmallShape, form: NetworkForm = {}, name = 'sortRegisters'): WgslModule {
  const { lanes, items } = shape;
  const { declared = '', first, loads, merges, stores } = (form.code ?? unrolled)(shape, form);
  const body = [
    wgsl`let lane = local % ${lanes}u;`,
    wgsl`let first = ${first};`,
    ...each(items, (i) => wgsl`var r${i}: Item;`),
    ...loads,
    ...exchanges(oddEvenMergeSort(items), form),
    ...merges,
    ...stores,
  ];
  const text = wgsl`fn ${name}(begin: u32, length: u32, local: u32) {
  ${inside(body)}
}`;
  return written(name, declared + text);
}

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
  const maxStriped = context.subgroups ? small.maxStriped : 0;
  return { ...small, minMax, maxStriped, code: context.networkCode };
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
export function itemModules(context: SortContext): WgslModule[] {
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
export function itemTraffic(context: SortContext): number {
  const { key, item, first } = movedBytes(context);
  return first + item + (context.key.lossless || context.keysInPlace ? 0 : key);
}

/** The pass that sorts one small bin in registers. */
export function smallPass(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass {
  return {
    kernel: keyedKernel(context, {
      name: `sort/small ${bin.maxLength}`,
      entry: section(smallKernel, 'bins', 'one'),
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
