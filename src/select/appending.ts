/**
 * Selections of GPUs whose workgroups repeat: kernels append to lists, in place of a count, a scan and a scatter. Where
 * a sort has networks of several subgroups, quantiles have them as well.
 */
import countAll from '../../wgsl/select/radix/count_all.gpu.wgsl';
import quantileAcross from '../../wgsl/select/small/quantile_across.gpu.wgsl';
import itemFile from '../../wgsl/sort/small/item.wgsl';
import { APPENDING } from '../partition/append.ts';
import { section } from '../plan/link.ts';
import { acrossGroup, acrossName, acrossParts, binsWithAcross } from '../sort/across.ts';
import type { BinKind, IndexedBin, SortBin, SortContext } from '../sort/kernels.ts';
import { each } from '../sort/networks.ts';
import { tableWithTiles } from '../sort/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import { joinedNetworks } from './joined.ts';
import { bitsFor, keyed, type MediumSelect, type SelectContext, type SelectStages } from './kernels.ts';

/** Whether one word orders the large segments of a plan and their full tiles. */
const isOrdered = ({ room: { segments, tiles } }: SelectContext) => bitsFor(segments) + bitsFor(tiles - segments) <= 32;

const appends = ({ lists, sort }: FamilyTuning) =>
  lists?.overflow === 'repeated' && sort.large.lookBackWorkgroup !== undefined;

/** Items of such networks are sort keys. No kernel maps them back to keys, so they need not hold a key's bits. */
const ofSortKeys = <C extends SortContext>(context: C): C => ({ ...context, key: { ...context.key, lossless: true } });

/** Registers and the most lanes of networks for shorter segments. */
const SHORT = { items: 8, lanes: 16 } as const;

/** The bins of networks for shorter segments: from one lane on, each has twice the lanes of the one before. */
const shortBins = (longest: number): BinKind[] =>
  each(Math.log2(SHORT.lanes) + 1, (i): BinKind => {
    const lanes = 2 ** i;
    const methodText = `${lanes} lane${lanes > 1 ? 's' : ''} × ${SHORT.items} registers, sorting network`;
    return { name: 'small', method: 'across', maxLength: lanes * SHORT.items, lanes, items: SHORT.items, methodText };
  }).filter(({ maxLength }) => maxLength <= longest);

/** The bins of quantiles. Where networks of several subgroups begin, shorter segments have such networks as well. */
function quantileBins(context: SortContext, networks: readonly BinKind[]): BinKind[] | undefined {
  const bins = binsWithAcross(context, networks);
  if (!bins) return undefined;
  const first = bins.findIndex(({ method }) => method === 'across');
  const longest = bins[first - 1]?.maxLength ?? 0;
  const short = shortBins(longest);
  // They take the place of networks of a subgroup if they reach as far.
  return short.at(-1)?.maxLength === longest ? [...short, ...bins.slice(first)] : bins;
}

/** The bins of a kernel: those of a number of registers. */
function groupsOf(bins: readonly SortBin[]): IndexedBin[][] {
  const group = acrossGroup(bins);
  const counts = [...new Set(group.map(({ bin }) => bin.items))];
  return counts.map((items) => group.filter(({ bin }) => bin.items === items));
}

/** Quantiles by networks of several subgroups. A top-k of more than a few items sorts in workgroup memory. */
const across = (medium: MediumSelect): MediumSelect => ({
  ...medium,
  bins: (context, networks) =>
    (context.pairs ? undefined : quantileBins(ofSortKeys(context), networks)) ?? medium.bins(context, networks),
  across(context, { modules, constants, resources }, { gridOf }) {
    const items = [section(itemFile, 'item', 'key'), section(itemFile, 'load', 'key')];
    return groupsOf(context.bins).map((group) => {
      const { lanes = 0 } = context.table.sort.small.across ?? {};
      // The sorted items stay in workgroup memory.
      const of = { store: () => [], workgroup: lanes };
      const { modules: sort, constants: shapes, ...pass } = acrossParts(ofSortKeys(context), group, gridOf, of);
      const least = Math.log2((group[0] as IndexedBin).bin.lanes);
      const kernel = {
        name: `select/quantile networks ${acrossName(group)}`,
        entry: quantileAcross,
        modules: [...modules, ...items, ...sort],
        constants: { ...constants, ...shapes, LEAST_WIDTH: least },
      };
      return { ...pass, kernel: keyed(context, kernel, true), resources };
    });
  },
});

/** The stages of a selection with such lists and networks. */
export const appendingSelect = (stages: SelectStages): SelectStages => ({
  ...stages,
  appended: (context) => (context.subgroups && appends(context.table) && isOrdered(context) ? APPENDING : undefined),
  ...(stages.medium ? { medium: across(stages.medium) } : {}),
  joined: (context, use, grids) => (appends(context.table) ? joinedNetworks(context, use, grids) : undefined),
  // Keys of two words have twice the levels.
  countAll: ({ table, key }) => (appends(table) && key.words === 1 ? countAll : undefined),
  tableFor: (table, words, maxItems) => (appends(table) ? tableWithTiles : stages.tableFor)(table, words, maxItems),
});
