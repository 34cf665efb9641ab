/**
 * Networks of up to a workgroup, GPUs with subgroups: segments that are too long for a network of a subgroup, or nearly
 * so. One dispatch for all their lengths (wgsl/sort/small/across.gpu.wgsl).
 */
import entry from '../../wgsl/sort/small/across.gpu.wgsl';
import { inside, type Kernel, section, type WgslModule, wgsl, written } from '../plan/link.ts';
import type { Pass } from '../plan/plan.ts';
import { compared } from './blocks.ts';
import { mediumBins } from './gpu.ts';
import {
  accessModules,
  type BinKind,
  type GridOf,
  type IndexedBin,
  keyedKernel,
  type NetworkForm,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from './kernels.ts';
import { bitonicSort, each, exchanges, itemModules, itemTraffic, networkForm, oddEvenMergeSort } from './networks.ts';
import type { MediumStage, SortStages } from './plan.ts';

/** The binary logarithm of the least lanes of a network. Shorter segments have networks of a subgroup, or blocks. */
const FIRST_WIDTH = 4;

/** Lanes of a workgroup, if such networks sort a plan's segments. Otherwise 0. */
function lanesOf({ table, subgroups, key, pairs, keysInPlace, valuesInPlace }: SortContext): number {
  const { across } = table.sort.small;
  const isNumber = !pairs && key.lossless;
  // An item has one word or two. Every comparison would map two keys that are sorted in place and not lossless.
  const fits = key.words === 1 && !valuesInPlace && (key.lossless || !keysInPlace);
  if (!across || !subgroups || !fits) return 0;
  return isNumber ? across.lanes : across.lanesPairs;
}

/** The bins of such networks. Each has twice the lanes of the one before. */
function acrossBins(context: SortContext): BinKind[] {
  const { items = 0 } = context.table.sort.small.across ?? {};
  return each(Math.max(0, Math.log2(lanesOf(context)) - FIRST_WIDTH + 1), (i) => {
    const lanes = 2 ** (FIRST_WIDTH + i);
    const methodText = `${lanes} lanes × ${items} registers, sorting network`;
    return { name: 'medium', method: 'across', maxLength: lanes * items, lanes, items, methodText };
  });
}

/** The bins up to tiles, if there are such networks: shorter ones, these, and what a workgroup sorts in its memory. */
export function binsWithAcross(context: SortContext, networks: readonly BinKind[]): BinKind[] | undefined {
  const bins = acrossBins(context);
  const [first] = bins;
  if (!first) return undefined;
  const shorter = networks.filter(({ maxLength }) => maxLength <= first.maxLength / 2);
  return [...shorter, ...bins, ...mediumBins(context, (bins.at(-1) as BinKind).maxLength)];
}

/** Compares every register with that of a lane of the subgroup. A mirrored step compares the first with the last. */
function near(items: number, form: NetworkForm, mask: number, isMirrored = false): string {
  const read = (i: number) => wgsl`shuffled(r${isMirrored ? items - 1 - i : i}, other)`;
  return wgsl`{
  let other = lane ^ ${mask}u;
  let lower = (sub & ${isMirrored ? (mask + 1) / 2 : mask}u) == 0u;
  ${inside(compared(items, form, read, () => 'lower'))}
}`;
}

/** The same with a lane of the workgroup. WGSL gives `mask`, and its highest bit. */
function far(items: number, form: NetworkForm, isMirrored = false): string {
  const read = (i: number) => wgsl`laneItem(local ^ mask, ${isMirrored ? items - 1 - i : i}u)`;
  return wgsl`let lower = (sub & highest) == 0u;
${each(items, (i) => wgsl`keepItem(local, ${i}u, r${i});`).join('\n')}
workgroupBarrier();
${compared(items, form, read, () => 'lower').join('\n')}
workgroupBarrier();`;
}

/** Steps with lanes of the subgroup, until all lanes of such a part hold a run. */
function nearSteps(items: number, form: NetworkForm, first: number): string[] {
  const steps: string[] = [];
  for (let mask = first; mask >= 1; mask /= 2) steps.push(near(items, form, mask));
  return [...steps, ...exchanges(bitonicSort(items), form)];
}

/** The merges of lanes of several subgroups. */
const farSteps = (
  items: number,
  form: NetworkForm,
  subgroup: number,
) => wgsl`for (var level = ${Math.log2(subgroup)}u; level < 64u; level++) {
  if (level >= width) {
    break;
  }
  {
    let highest = 1u << level;
    let mask = 2u * highest - 1u;
    ${inside([inside([far(items, form, true)])])}
  }
  for (var highest = (1u << level) / 2u; highest > 0u; highest /= 2u) {
    if (highest < ${subgroup}u) {
      break;
    }
    let mask = highest;
    ${inside([inside([far(items, form)])])}
  }
  ${inside([inside(nearSteps(items, form, subgroup / 2))])}
}`;

export interface AcrossOptions {
  /**
   * Lines that use a segment's sorted items, by the number of registers. The items are in registers and in workgroup
   * memory, lane after lane.
   */
  readonly store: (items: number) => readonly string[];
  /** Lanes of a workgroup. Default: those of the longest segments. */
  readonly workgroup: number;
}

/** Lines that store a segment's sorted items: neighbouring lanes store neighbouring words. */
const storedItems = (items: number) =>
  each(
    items,
    (i) => wgsl`{
  let slot = sub + ${i}u * lanes;
  storeItem(begin, length, slot, laneItem(local - sub + slot / ${items}u, slot % ${items}u), ${i % 4}u);
}`,
  );

/**
 * Writes the function that sorts a segment. A lane loads items that lie as far apart as the segment has lanes. Merges
 * of lanes of several subgroups are a loop, since most of their steps are the same. Its end is a constant, since other
 * loops get counters against endless ones, and so high that compilers do not unroll.
 */
function sortModule(
  group: readonly IndexedBin[],
  form: NetworkForm,
  subgroup: number,
  store: AcrossOptions['store'] = storedItems,
): WgslModule {
  const { items, lanes } = (group[0] as IndexedBin).bin;
  const most = (group.at(-1) as IndexedBin).bin.lanes;
  const firstWidth = Math.log2(lanes);
  const merge = (level: number) => [
    near(items, form, 2 ** (level + 1) - 1, true),
    ...nearSteps(items, form, 2 ** (level - 1)),
  ];
  const levels = each(Math.log2(Math.min(subgroup, most)), merge);
  const text = wgsl`fn sortSegment(begin: u32, length: u32, local: u32, width: u32) {
  let lane = laneOfSubgroup();
  let lanes = 1u << width;
  let sub = local & (lanes - 1u);
  ${inside(each(items, (i) => wgsl`var r${i} = loadItem(begin, length, sub + ${i}u * lanes);`))}
  ${inside(exchanges(oddEvenMergeSort(items), form))}
  ${inside(levels.slice(0, firstWidth).flat())}
  ${inside(
    levels.slice(firstWidth).map(
      (merge, i) => wgsl`if (width > ${firstWidth + i}u) {
  ${inside(merge)}
}`,
    ),
  )}
  ${most > subgroup ? inside([farSteps(items, form, subgroup)]) : ''}
  ${inside(each(items, (i) => wgsl`keepItem(local, ${i}u, r${i});`))}
  workgroupBarrier();
  ${inside(store(items))}
}`;
  return written('across', text, section(entry, 'part', 'lanes'));
}

/** The bins of a plan that such networks sort. */
export const acrossGroup = (bins: readonly SortBin[]): IndexedBin[] =>
  bins.map((bin, index) => ({ bin, index })).filter(({ bin }) => bin.method === 'across');

/** The constants of a kernel that several bins share (wgsl/sort/small/across.gpu.wgsl). */
export const groupConstants = (group: readonly IndexedBin[]) => ({
  FIRST_BIN: (group[0] as IndexedBin).index,
  NETWORKS: group.length,
  WIDTHS: group.map(({ bin }) => Math.log2(bin.lanes)),
});

/** The grid of such a kernel. */
export const groupGrid = (group: readonly IndexedBin[], gridOf: GridOf, workgroup: number) => ({
  grid: gridOf({
    tasksPerSegment: Object.fromEntries(group.map(({ bin, index }) => [index, bin.lanes])),
    tasksPerWorkgroup: workgroup,
    // Each bin may have a workgroup that is not full.
    additional: group.length - 1,
  }),
  bins: group.map(({ index }) => index),
});

/** What a kernel of these bins has, and its grid. `context`: of the items in registers. */
export function acrossParts(
  context: SortContext,
  group: readonly IndexedBin[],
  gridOf: GridOf,
  { store, workgroup = (group.at(-1) as IndexedBin).bin.lanes }: Partial<AcrossOptions> = {},
): Required<Pick<Kernel, 'modules' | 'constants'>> & Pick<Pass, 'grid' | 'bins'> {
  const { items } = (group[0] as IndexedBin).bin;
  return {
    modules: [sortModule(group, networkForm(context), context.lanes, store)],
    constants: { WORKGROUP: workgroup, ROW: workgroup + 2, ITEMS: items, ...groupConstants(group) },
    ...groupGrid(group, gridOf, workgroup),
  };
}

/** The lengths of a group's bins, for the name of its kernel. */
export const acrossName = (group: readonly IndexedBin[]) =>
  `${group[0]?.bin.maxLength} to ${group.at(-1)?.bin.maxLength}`;

/** The pass that sorts the segments of these bins. */
function acrossPass(context: SortContext, group: readonly IndexedBin[], gridOf: GridOf): Pass {
  const { modules, constants, ...pass } = acrossParts(context, group, gridOf);
  return {
    ...pass,
    kernel: keyedKernel(context, {
      name: `sort/small ${acrossName(group)}`,
      entry,
      modules: [...accessModules(context), ...itemModules(context), ...modules],
      constants,
    }),
    traffic: { segment: SPAN_BYTES, item: itemTraffic(context) },
  };
}

/** The stages of a sort with such networks. */
export function acrossSubgroups(stages: SortStages): SortStages {
  const { medium } = stages;
  const own: MediumStage = {
    ...medium,
    bins: (context, networks) => binsWithAcross(context, networks) ?? medium.bins(context, networks),
    passes(context, bins, gridOf) {
      const group = acrossGroup(bins);
      const rest = medium.passes(context, bins, gridOf);
      return group.length > 0 ? [acrossPass(context, group, gridOf), ...rest] : rest;
    },
  };
  return { ...stages, medium: own };
}
