/**
 * Short segments by blocks, GPUs with subgroups: a workgroup sorts consecutive segments in its memory
 * (wgsl/sort/blocks/kernel.wgsl).
 */
import entry from '../../wgsl/sort/blocks/kernel.wgsl';
import itemFile from '../../wgsl/sort/small/item.wgsl';
import { appendedConstants } from '../partition/append.ts';
import { inside, section, type WgslModule, wgsl, written } from '../plan/link.ts';
import { counted, type Pass } from '../plan/plan.ts';
import {
  accessModules,
  type BinKind,
  keyedKernel,
  movedBytes,
  type NetworkForm,
  type SortBin,
  type SortContext,
  valueModule,
} from './kernels.ts';
import { bitonicSort, each, exchanges, networkForm, oddEvenMergeSort } from './networks.ts';
import type { BlockStage } from './plan.ts';

/** A bin of a block's segments: those of up to `longest` items take `lanes` lanes of `items` registers. */
interface BlockBin {
  readonly longest: number;
  readonly items: number;
  readonly lanes: number;
}

/** Registers and items of the shortest segments' bins, which take one lane. */
const ONE_LANE = [12, 8] as const;
/** Other bins have longer segments. */
const FEW = 16;

/**
 * The bins of segments of up to `longest` items, those of most registers first, and of these those of most lanes. More
 * registers a lane need fewer steps between lanes.
 */
function binsOf(longest: number, items: number): BlockBin[] {
  const bins: BlockBin[] = [];
  for (const registers of [items, 0.75 * items]) {
    for (let lanes = longest / items; lanes * registers > FEW; lanes /= 2) {
      bins.push({ longest: lanes * registers, items: registers, lanes });
      if (lanes === 1) break;
    }
  }
  return [...bins, ...ONE_LANE.map((longest) => ({ longest, items: longest, lanes: 1 }))];
}

/** A word of four bits a number. */
function nibbles(numbers: readonly number[]): number {
  return numbers.reduce((word, number, i) => word + number * 16 ** i, 0);
}

/** The bins' lengths by steps: up to 2, 2, 3, 4, 6, 8, 12, 16, …, 128 items. Two words of eight steps. */
function binsOfSteps(bins: readonly BlockBin[]): number[] {
  const steps = each(16, (step) => {
    const longest = 2 ** (step >> 1) * (step % 2 ? 2 : 1.5);
    const fits = bins.filter((bin) => bin.longest >= longest).sort((a, b) => a.longest - b.longest);
    return Math.max(0, bins.indexOf(fits[0] as BlockBin));
  });
  return [nibbles(steps.slice(0, 8)), nibbles(steps.slice(8))];
}

/** The least length of a bin. */
function shortestOf(bins: readonly BlockBin[], { longest }: BlockBin): number {
  return Math.max(1, ...bins.map((bin) => bin.longest).filter((other) => other < longest)) + 1;
}

/** Keeps the lesser of a register and its partner's where `lower` is true, otherwise the greater. */
function kept(i: number, lower: string, { minMax }: NetworkForm): string {
  return minMax
    ? wgsl`r${i} = select(max(r${i}, p${i}), min(r${i}, p${i}), ${lower});`
    : wgsl`r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == ${lower});`;
}

/**
 * Compares every register with another lane's, which `read` gives. Two at a time: with all partners' registers at once,
 * GPUs spill.
 */
export function compared(
  items: number,
  form: NetworkForm,
  read: (i: number) => string,
  lower: (i: number) => string,
): string[] {
  return each(Math.ceil(items / 2), (i) => {
    const both = [...new Set([i, items - 1 - i])];
    return [...both.map((k) => wgsl`let p${k} = ${read(k)};`), ...both.map((k) => kept(k, lower(k), form))];
  }).flat();
}

/**
 * Merges of the lanes' sorted registers. Lanes of one subgroup may have segments of 1, 2, 4, … lanes. A lane that has
 * ended is its own partner, and keeps the order that it has. There is one copy of each step: code that is executed once
 * takes long to fetch. The loops' ends are constants, since other loops get counters against endless ones, and so high
 * that compilers do not unroll.
 */
function merges(items: number, form: NetworkForm): string {
  return wgsl`for (var level = 0u; level < 64u; level++) {
  if (!anyLane(level < width)) {
    break;
  }
  {
    let isMerged = level < width;
    let isLow = (sub & (1u << level)) == 0u;
    let lowFirst = isLow | !isMerged;
    let lowLast = isLow & isMerged;
    let other = select(lane, lane ^ ((2u << level) - 1u), isMerged);
    ${inside(
      compared(
        items,
        form,
        (i) => wgsl`partnerOf(r${items - 1 - i}, other)`,
        (i) => (i < items / 2 ? 'lowFirst' : 'lowLast'),
      ),
    )}
  }
  for (var done = 0u; done < 64u; done++) {
    if (done >= level) {
      break;
    }
    let mask = select(0u, (1u << level) >> (done + 1u), level < width);
    let lower = (sub & mask) == 0u;
    let other = lane ^ mask;
    ${inside(
      compared(
        items,
        form,
        (i) => wgsl`partnerOf(r${i}, other)`,
        () => 'lower',
      ),
    )}
  }
  ${inside(exchanges(bitonicSort(items), form))}
}`;
}

/**
 * Writes the function that sorts segments of a family. A lane's number in the subgroup is `lane`. Slots are sums of
 * remainders and constants, so that compilers see that they are in bounds. A pad is loaded from the segment's last
 * slot, and stored there, before the item that belongs there is.
 */
function familySort(items: number, bins: readonly BlockBin[], form: NetworkForm, tagged: boolean): string {
  const own = bins.filter((bin) => bin.items === items);
  const lanes = Math.max(...own.map((bin) => bin.lanes));
  /** The registers that every segment of the family fills. */
  const full = Math.min(...own.map((bin) => Math.floor(shortestOf(bins, bin) / bin.lanes)));
  const load = (i: number) => {
    const at = wgsl`let at${i} = begin + sub + ${i}u * lanes;`;
    if (i < full) return wgsl`${at} var r${i} = itemAt(at${i}, tile[at${i}]);`;
    return wgsl`${at} var r${i} = select(PAD_ITEM, itemAt(at${i}, tile[min(at${i}, last)]), at${i} <= last);`;
  };
  const store = (i: number) =>
    tagged
      ? wgsl`{ let to = min(first + ${i}u, end); order[to] = orderWord(itemIndexOf(r${i}), begin); }`
      : wgsl`{ let to = min(first + ${i}u, end); tile[to] = r${i}; }`;
  return wgsl`fn sortBy${items}(slot: u32, local: u32, lane: u32) {
  let width = (slot >> 24u) & 7u;
  let lanes = min(1u << width, ${lanes}u);
  let sub = (local & (lanes - 1u)) % ${lanes}u;
  let length = (slot >> 16u) & 0xFFu;
  let begin = min(slot & 0xFFFFu, WINDOW);
  let last = min(begin + max(length, 1u) - 1u, WINDOW);
  ${inside(each(items, load))}
  ${inside(exchanges(oddEvenMergeSort(items), form))}
  ${lanes > 1 ? inside([merges(items, form)]) : ''}
  let isEmpty = begin + sub * ${items}u > last || length == 0u;
  let first = select(begin + sub * ${items}u, NOWHERE + local % WORKGROUP, isEmpty);
  let end = min(select(last, NOWHERE + local % WORKGROUP, isEmpty), NOWHERE + WORKGROUP - 1u);
  ${inside(each(items, (i) => store(items - 1 - i)))}
}`;
}

/** Writes `sortSlots`, which sorts the segment of a lane, and the lanes' exchanges. */
function sortModule(bins: readonly BlockBin[], form: NetworkForm, tagged: boolean): WgslModule {
  const families = [...new Set(bins.map(({ items }) => items))];
  const branch = (items: number, i: number) => wgsl`if (anyLane(family == ${i + 1}u)) {
    sortBy${items}(select(WINDOW, slot, family == ${i + 1}u), local, lane);
  }`;
  const text = wgsl`@diagnostic(off, subgroup_uniformity)
fn partnerOf(item: Item, other: u32) -> Item {
  return subgroupShuffle(item, other);
}
${families.map((items) => familySort(items, bins, form, tagged)).join('\n')}
fn sortSlots(slot: u32, local: u32, lane: u32) {
  let family = slot >> 28u;
  ${inside(families.map(branch))}
}`;
  return written('blocks', text);
}

/** Rows of items that a workgroup loads or stores at a time. */
const ROWS = 4;
/** Segments of a lane in a round. */
const EACH = 4;

const isTagged = ({ pairs, key }: SortContext) => pairs || !key.lossless;

/** The bins of a block's segments. */
function blockBins(context: SortContext): BlockBin[] {
  const { maxLength, maxItems, maxItemsPairs } = context.table.sort.blocks as Blocks;
  const items = isTagged(context) ? maxItemsPairs : maxItems;
  return binsOf(Math.min(maxLength, items * context.lanes), items);
}

type Blocks = NonNullable<SortContext['table']['sort']['blocks']>;

/** The bin of all segments that blocks sort. */
function blockBin(context: SortContext): BinKind {
  const [{ longest, lanes, items }] = blockBins(context) as [BlockBin];
  return {
    ...{ name: 'small', method: 'blocks', maxLength: longest, lanes, items },
    methodText: `blocks of consecutive segments, up to ${lanes} lanes × ${items} registers, sorting networks`,
  };
}

/** The modules of what the tile and the registers hold, and of the values. */
function itemModules(context: SortContext): WgslModule[] {
  const { keyModules, pairs, computedValues } = context;
  if (!isTagged(context)) return [section(itemFile, 'item', 'key'), section(entry, 'items', 'key')];
  const values = pairs ? (computedValues ? 'index' : 'given') : 'none';
  return [
    ...[section(itemFile, 'item', 'tagged'), section(itemFile, 'form', 'sortKey'), keyModules.item],
    ...[section(entry, 'items', 'tagged'), section(entry, 'values', values)],
  ];
}

/** The pass that sorts the segments of the first bin, and lists those of the others. */
function blocksPass(context: SortContext, all: readonly SortBin[]): Pass {
  const { workgroup, windowItems, windowItemsPairs } = context.table.sort.blocks as Blocks;
  const bins = blockBins(context);
  const lists = all.length > 1;
  const families = [...new Set(bins.map(({ items }) => items))];
  const [{ longest: maxLength }] = bins as [BlockBin];
  const window = isTagged(context) ? windowItemsPairs : windowItems;
  const aligned = Math.max(...bins.map(({ lanes }) => lanes));
  // Every lane of a segment after the first one has at least so many items. Each bin begins at a multiple.
  const several = bins.filter(({ lanes }) => lanes > 1);
  const itemsOfMore = Math.min(...several.map((bin) => shortestOf(bins, bin) / (bin.lanes - 1)));
  const slots = EACH * workgroup + window / itemsOfMore + bins.length * aligned;
  const { item, first } = movedBytes(context);
  const kernel = keyedKernel(context, {
    name: `sort/blocks ${maxLength}`,
    entry,
    modules: [
      accessModules(context)[0] as WgslModule,
      ...(context.pairs && !context.computedValues ? [valueModule(context)] : []),
      ...itemModules(context),
      section(entry, 'lists', lists ? 'appended' : 'none'),
      sortModule(bins, networkForm(context), isTagged(context)),
    ],
    constants: {
      WORKGROUP: workgroup,
      TILE: window - maxLength - 32,
      MAX_LENGTH: maxLength,
      WINDOW: window,
      GROUP: Math.min(context.lanes, workgroup / 2),
      EACH,
      ROWS,
      SLOTS: Math.ceil(slots / workgroup) * workgroup,
      BLOCK_BINS: bins.length,
      ...appendedConstants({ bins: all, minLength: maxLength + 1, unbinned: true }),
      BIN_WIDTHS: nibbles(bins.map(({ lanes }) => Math.log2(lanes))),
      BIN_FAMILIES: nibbles(bins.map(({ items }) => families.indexOf(items) + 1)),
      BINS_OF_STEPS: binsOfSteps(bins),
      ALIGNED: aligned,
      IN_SEGMENT: context.computedValues === 'segment',
    },
  });
  return {
    kernel,
    grid: counted('both', window - maxLength - 32, 1),
    resources: { atomicState: { kind: 'region', name: 'state' } },
    bins: [0],
    lists,
    traffic: { segment: 4, item: first + item },
  };
}

/** Whether blocks sort the short segments of a plan. */
function takes({ table, subgroups, key, form, compare, orderBy }: SortContext): boolean {
  const { maxLength = 0 } = table.sort.blocks ?? {};
  return maxLength > 0 && subgroups && key.words === 1 && form === 'offsets' && !compare && !orderBy;
}

export const BLOCKS: BlockStage = { takes, bin: blockBin, pass: blocksPass };
