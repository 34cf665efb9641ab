/**
 * Networks whose lanes load and store striped items: neighbouring lanes read and write neighbouring words. A GPU's
 * lanes access memory together, and each access moves whole sectors of 32 bytes.
 */

import largeFile from '../../wgsl/partition/large.wgsl';
import gridFile from '../../wgsl/plan/grid.wgsl';
import state from '../../wgsl/plan/state.wgsl';
import block from '../../wgsl/scan/block.gpu.wgsl';
import values from '../../wgsl/scan/values.wgsl';
import columns from '../../wgsl/sort/large/columns.gpu.wgsl';
import downsweep from '../../wgsl/sort/large/downsweep.gpu.wgsl';
import upsweep from '../../wgsl/sort/large/upsweep.gpu.wgsl';
import mediumRadix from '../../wgsl/sort/medium/radix.gpu.wgsl';
import rank from '../../wgsl/sort/radix/rank.gpu.wgsl';
import smallKernel from '../../wgsl/sort/small/kernel.wgsl';
import { partitionBounded } from '../partition/gpu.ts';
import { ARGS } from '../partition/plan.ts';
import { inside, type Kernel, section, type WgslModule, wgsl, written } from '../plan/link.ts';
import { type Pass, STATE } from '../plan/plan.ts';
import { gpuTable } from '../tuning/gpu.ts';
import {
  accessModules,
  type BinKind,
  digitConstants,
  digitsOf,
  firstAndOthers,
  type GridOf,
  type IndexedBin,
  keyedKernel,
  limitedBins,
  movedBytes,
  movedValueModule,
  type NetworkCode,
  type NetworkForm,
  type SmallShape,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from './kernels.ts';
import { unrolled } from './networks.ts';
import {
  type LargeStage,
  largeKernel,
  largeRadixPasses,
  type MediumStage,
  type SortStages,
  tableWithTiles,
} from './plan.ts';

/**
 * A lane loads items `lanes` apart. After the merges a lane holds consecutive items, so bits of registers' numbers and
 * of lanes' numbers are swapped. Each item is stored by the lane that loaded the same slot, so a sort in place has no
 * race.
 */
export function striped(shape: SmallShape, form: NetworkForm): NetworkCode {
  const { lanes, items } = shape;
  if (lanes * items > (form.maxStriped ?? 0) || items & (items - 1)) return unrolled(shape, form);
  const swapped = Math.min(lanes, items);
  const across = lanes / swapped;
  // A lane's number, its highest bits moved to the end.
  const first = wgsl`lane % ${across}u * ${swapped}u + lane / ${across}u`;
  const code = unrolled(shape, form, first, (i) => (i % swapped) * (across * items - 1) + i);
  const merges = [...code.merges];
  for (let bit = 1; bit < swapped; bit *= 2) {
    const mask = across * bit;
    for (let i = 0; i < items; i++) {
      const j = i + bit;
      if (i & bit) continue;
      // Bit `bit` of the registers' numbers and the lane bit `mask` swap. A lane sends half of its registers.
      merges.push(wgsl`{
  let upper = (lane & ${mask}u) != 0u;
  let p = partner(local, ${i}u, select(r${j}, r${i}, upper), ${mask}u);
  r${i} = select(r${i}, p, upper);
  r${j} = select(p, r${j}, upper);
}`);
    }
  }
  return { ...code, merges };
}

/** Lanes up to which bins are joined with those of one lane. Longer networks would take as much code again. */
const FEW_LANES = 8;

/**
 * The bins that share a kernel: networks of few lanes, then those of many. A lane of a joined bin has at most
 * `itemsWanted` items, so registers are about as many in all of them. Where lanes exchange through workgroup memory,
 * their barriers must not be in a branch, so nothing is joined.
 */
export function joinedBins({ subgroups, table }: SortContext, networks: readonly IndexedBin[]): IndexedBin[][] {
  const { itemsWanted } = table.sort.small;
  const joins = ({ bin }: IndexedBin) => subgroups && bin.items <= itemsWanted;
  const few = networks.filter((each) => joins(each) && each.bin.lanes <= FEW_LANES);
  const many = networks.filter((each) => joins(each) && each.bin.lanes > FEW_LANES);
  const rest = networks.filter((each) => !joins(each));
  return [few, many, ...rest.map((each) => [each])].filter((group) => group.length > 0);
}

const NETWORK = 'sortRegisters';
const isNetwork = ({ name }: WgslModule) => name === `(${NETWORK})`;

/** A bin's network under a separate name. */
function named(module: WgslModule, index: number): WgslModule {
  const text = module.text.replace(`fn ${NETWORK}(`, `fn ${NETWORK}${index}(`);
  return { ...module, name: `(${NETWORK}${index})`, text };
}

/** WGSL that sorts segments of the bin, if the workgroup is one of the bin's. Then `number` counts the others. */
function branch({ bin, index }: IndexedBin): string {
  return wgsl`{
  let workgroups = ceilDiv(binCount(${index}u) * ${bin.lanes}u, WORKGROUP);
  if (number < workgroups) {
    let slot = (number * WORKGROUP + local) / ${bin.lanes}u;
    let live = slot < binCount(${index}u);
    let segment = listedSegment(${index}u, select(0u, slot, live));
    sortRegisters${index}(segment.begin, select(0u, segment.length, live), local);
    return;
  }
  number -= workgroups;
}`;
}

/** One pass in place of the passes of several bins. */
export function joinedPass(passes: readonly Pass[], group: readonly IndexedBin[], gridOf: GridOf): Pass {
  const [first] = passes as [Pass];
  const text = wgsl`fn sortJoined(workgroup: u32, local: u32) {
  var number = workgroup;
  ${inside(group.map(branch))}
}`;
  const networks = passes.flatMap(({ kernel }, i) =>
    (kernel.modules ?? []).filter(isNetwork).map((module) => named(module, (group[i] as IndexedBin).index)),
  );
  // The last pass has all choices, with the key map at their end.
  const modules = [...passes]
    .reverse()
    .flatMap(({ kernel }) => (kernel.modules ?? []).filter((one) => !isNetwork(one)));
  const bins = group.map(({ bin }) => bin);
  const kernel: Kernel = {
    ...first.kernel,
    ...(passes.at(-1) as Pass).kernel,
    name: `sort/small ${bins[0]?.maxLength} to ${bins.at(-1)?.maxLength}`,
    entry: section(smallKernel, 'bins', 'joined'),
    modules: [
      written('joined', text, state, section(gridFile, 'part', 'ceilDiv'), section(state, 'part', 'listedSegment')),
      ...networks,
      ...new Set(modules),
    ],
  };
  const grid = gridOf({
    tasksPerSegment: Object.fromEntries(group.map(({ bin, index }) => [index, bin.lanes])),
    tasksPerWorkgroup: Number(first.kernel.constants?.WORKGROUP),
    // Each bin may have a workgroup that is not full.
    additional: group.length - 1,
  });
  return { ...first, kernel, grid, bins: group.map(({ index }) => index) };
}

/** A scan over the workgroup. */
export const scanModules = ({ subgroups }: SortContext) =>
  subgroups
    ? [section(block, 'scan', 'subgroups')]
    : [section(block, 'scan', 'raked'), section(values, 'combine', 'add')];

/** How a workgroup ranks the items of its tile. */
type Ranking = (
  context: SortContext,
  workgroup: number,
) => {
  /** The most bits of a digit that it ranks by at once: a power of two. */
  readonly bits: number;
  readonly modules: readonly WgslModule[];
  readonly constants: Kernel['constants'];
};

/**
 * By counters of each lane and digit. Swizzled counters make the ranking faster. With fewer than 128 lanes they slow
 * the scan down by as much. For pairs, Intel's compiler would spill more registers.
 */
const byCounters: Ranking = (context, workgroup) => ({
  // A lane has 16 counters of 16 bits then.
  bits: 4,
  modules: [
    section(rank, 'rank', 'counters'),
    section(rank, 'counters', context.pairs || workgroup < 128 ? 'gapped' : 'swizzled'),
    ...scanModules(context),
  ],
  constants: { GROUP: 1, PACKED_RANKS: context.table.sort.packedRanks === true },
});

/** By ballots, for subgroups of at most 32 lanes. */
const byBallots: Ranking = (context, workgroup) => {
  // A group is the smallest subgroup of the device, or a whole workgroup that is smaller.
  const group = Math.min(context.lanes, workgroup);
  return {
    // Each digit has a lane that counts it.
    bits: group < 16 ? 2 : 4,
    modules: [section(rank, 'rank', 'ballots')],
    constants: { GROUP: group, PACKED_RANKS: false, SUBGROUP_MAX: context.maxLanes },
  };
};

/** How a tile of a large segment is ranked. A ballot of up to 32 lanes has one word. */
export const tileRanking = ({ subgroups, maxLanes, table }: SortContext): Ranking =>
  subgroups && maxLanes <= 32 && table.sort.large.ranking === 'ballots' ? byBallots : byCounters;

/** The fragment of a kernel that ranks a tile (wgsl/sort/radix/rank.gpu.wgsl). Default: by counters. */
export function rankFragment(
  context: SortContext,
  workgroup: number,
  ranking: Ranking = byCounters,
): Required<Pick<Kernel, 'modules' | 'constants'>> {
  const { bits, modules, constants } = ranking(context, workgroup);
  return {
    modules,
    constants: {
      ...digitConstants(context),
      LOCAL_BITS: Math.min(digitsOf(context).bits, bits),
      PAIRS: context.pairs,
      SUBGROUP_MIN: context.lanes,
      ...constants,
    },
  };
}

/** Items of a lane. With fewer, the scan of the counters is most of the work. With 16, AMD's GCN runs one wave. */
const ITEMS_PER_LANE = 8;

/** A scan over a workgroup has rows of 16 lanes. A workgroup also has whole subgroups. */
const MIN_WORKGROUP = 16;

/** A bin with the workgroup that its longest segment fills. */
function fittedBin({ table }: SortContext, bin: BinKind): BinKind {
  const wanted = 2 ** Math.ceil(Math.log2(bin.maxLength / ITEMS_PER_LANE));
  const least = Math.max(MIN_WORKGROUP, table.subgroupSize ?? 0);
  const lanes = Math.min(Math.max(wanted, least), table.sort.medium.workgroup);
  return { ...bin, lanes, items: Math.ceil(bin.maxLength / lanes) };
}

/** The bins of segments longer than `longest` that a workgroup sorts in its memory. */
export const mediumBins = (context: SortContext, longest: number): BinKind[] =>
  limitedBins(context, longest, {
    lanes: context.table.sort.medium.workgroup,
    methodText: 'one workgroup, radix sort in its memory',
  }).map((bin) => fittedBin(context, bin));

/** One workgroup sorts a segment in workgroup memory. */
function radixKernel(context: SortContext, bin: SortBin, index: number): Kernel {
  const rank = rankFragment(context, bin.lanes);
  return keyedKernel(context, {
    name: `sort/medium ${bin.maxLength}`,
    entry: mediumRadix,
    modules: [
      section(mediumRadix, 'store', context.pairs ? 'pairs' : 'keys'),
      ...rank.modules,
      ...accessModules(context),
    ],
    aliases: { Scanned: 'u32' },
    constants: {
      WORKGROUP: bin.lanes,
      ITEMS: bin.items,
      BIN: index,
      ...rank.constants,
    },
  });
}

/** One kernel and one pass per bin, one workgroup per segment. */
export const mediumGpu: MediumStage = {
  bins: (context, networks) => [...networks, ...mediumBins(context, networks.at(-1)?.maxLength ?? 0)],
  passes: (context, bins, gridOf) => {
    const { item, first } = movedBytes(context);
    return bins.flatMap((bin, index) => {
      if (bin.method !== 'oneBlock') return [];
      return {
        kernel: radixKernel(context, bin, index),
        grid: gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: 1 }),
        bins: [index],
        traffic: { segment: SPAN_BYTES, item: first + item },
      };
    });
  },
  usesScratch: () => false,
};

/** One workgroup counts the digits of a tile. */
function upsweepKernel(context: SortContext): Kernel {
  return keyedKernel(context, { ...largeKernel(context, 'upsweep'), entry: upsweep });
}

/** The workgroups of a segment's tiles scan its counters. */
function columnsKernel(context: SortContext): Kernel {
  const common = largeKernel(context, 'columns');
  return { ...common, entry: columns, constants: { ...STATE, ...common.constants } };
}

/** The most words of keys in a lane that a workgroup ranks at once. With 16, AMD's GCN runs one wave. */
const MAX_WORDS_PER_LANE = 8;

/** One workgroup ranks and writes the items of a tile, part by part. */
function downsweepKernel(context: SortContext, isFirst: boolean): Kernel {
  const { workgroup, tile, scatter } = context.table.sort.large;
  const ranking = tileRanking(context);
  const rank = rankFragment(context, workgroup, ranking);
  const common = largeKernel(context, isFirst ? 'first downsweep' : 'downsweep');
  return keyedKernel(context, {
    ...common,
    entry: downsweep,
    modules: [
      section(downsweep, 'scatter', scatter === 'direct' ? 'direct' : 'coalesced'),
      ...(context.pairs
        ? [section(downsweep, 'store', 'pairs'), movedValueModule(context, isFirst)]
        : [section(downsweep, 'store', 'keys')]),
      ...rank.modules,
      ...scanModules(context),
    ],
    aliases: { Scanned: 'u32' },
    constants: {
      ...common.constants,
      ITEMS: Math.min(Math.ceil(tile / workgroup), MAX_WORDS_PER_LANE / context.key.words),
      // By counters unrolled loops take more registers than Intel's and Apple's GPUs have.
      UNROLLED: ranking === byBallots,
      ...rank.constants,
    },
  });
}

/** One workgroup per tile. The counters of each segment are scanned by themselves. */
export const largeGpu: LargeStage = {
  methodText: 'tiles, multi-pass radix sort',
  passes: (context, _, index) => {
    const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
    const kernel = columnsKernel(context);
    return largeRadixPasses(context, index, {
      upsweep: upsweepKernel(context),
      downsweeps: firstAndOthers(context, (isFirst) => downsweepKernel(context, isFirst)),
      grid,
      countersPasses: () => [{ kernel, grid, traffic: { radixCounter: 12 } }],
      counterBytes: 8,
    });
  },
  tileCounters: (context) => digitsOf(context).count,
  // A row per tile, and one per segment.
  counterRows: (_, { tiles, segments }) => tiles + segments,
  finish: /* @__PURE__ */ section(largeFile, 'finishTiles', 'counters'),
  finishConstants: () => ({}),
  tasksPerSegment: 1,
  perWorkgroup: () => 1,
};

// The stages of a sort on GPUs.

export const radixSortGpu: SortStages = {
  partition: partitionBounded,
  networkCode: striped,
  medium: mediumGpu,
  large: largeGpu,
  join: { bins: joinedBins, pass: joinedPass },
  deviceTable: gpuTable,
  tableFor: tableWithTiles,
};
