import largeFile from '../../wgsl/partition/large.wgsl';
import columns from '../../wgsl/sort/large/columns.software.wgsl';
import downsweep from '../../wgsl/sort/large/downsweep.software.wgsl';
import upsweep from '../../wgsl/sort/large/upsweep.software.wgsl';
import mediumRadix from '../../wgsl/sort/medium/radix.software.wgsl';
import digitsFile from '../../wgsl/sort/radix/digits.software.wgsl';
import { ARGS, largeBounds } from '../partition/plan.ts';
import { partitionSoftware } from '../partition/software.ts';
import { type Kernel, section, type WgslModule } from '../plan/link.ts';
import { counted, type Pass, STATE } from '../plan/plan.ts';
import { softwareTable } from '../tuning/software.ts';
import {
  type BinKind,
  binsOf,
  digitConstants,
  digitsOf,
  firstAndOthers,
  type GridOf,
  keyedKernel,
  limitedBins,
  movedBytes,
  movedValueModule,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from './kernels.ts';
import { inLoops } from './loops.ts';
import {
  digitPasses,
  type LargeStage,
  largeKernel,
  largeRadixPasses,
  type MediumStage,
  type SortStages,
} from './plan.ts';
import { mergesOf, runBins, runLength, runPasses } from './runs.ts';

/** The modules that move one item. */
export function moveModules(context: SortContext, isFirst: boolean): WgslModule[] {
  return context.pairs
    ? [section(digitsFile, 'store', 'pairs'), movedValueModule(context, isFirst)]
    : [section(digitsFile, 'store', 'keys')];
}

/** One invocation sorts a segment by one digit. The bins are consecutive. */
function digitKernel(context: SortContext, bins: readonly number[], isFirst: boolean): Kernel {
  return keyedKernel(context, {
    name: isFirst ? 'sort/medium first' : 'sort/medium',
    entry: mediumRadix,
    modules: moveModules(context, isFirst),
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      FIRST_BIN: bins[0] as number,
      MEDIUM_BINS: bins.length,
      CHECK_ORDER: false,
      ...digitConstants(context),
    },
  });
}

/** The passes that sort medium bins, one pass per digit for all of the bins. */
export function mediumDigitPasses(context: SortContext, bins: readonly number[], gridOf: GridOf): Pass[] {
  if (bins.length === 0) return [];
  const { key, item, first } = movedBytes(context);
  const [firstKernel, kernel] = firstAndOthers(context, (isFirst) => digitKernel(context, bins, isFirst));
  const tasksPerSegment = Object.fromEntries(bins.map((bin) => [bin, 1]));
  const grid = gridOf({ tasksPerSegment, tasksPerWorkgroup: context.table.sort.medium.workgroup });
  // A pass reads keys once more to count their digits.
  const traffic = (read: number) => ({ segment: SPAN_BYTES, item: key + read + item });
  return digitPasses(context).map(({ move, isFirst }) => ({
    kernel: isFirst ? firstKernel : kernel,
    grid,
    resources: move,
    bins,
    traffic: traffic(isFirst ? first : item),
  }));
}

/**
 * The bins of networks. Where keys without values are merged from runs, the pass that sorts runs also sorts the bin of
 * one run. That bin then includes the segments of the network of 3/4 of a run.
 */
function smallBins(context: SortContext, networks: readonly BinKind[]): BinKind[] {
  const run = context.pairs || runBins(context) === 0 ? 0 : runLength(context);
  return networks
    .filter(({ maxLength }) => maxLength < 0.75 * run || maxLength >= run)
    .map((bin) => (bin.maxLength === run ? { ...bin, method: 'runMerge' } : bin));
}

/** The bins of several runs, for segments longer than `longest`. */
function runsBins(context: SortContext, longest: number): BinKind[] {
  const run = runLength(context);
  return Array.from(
    { length: runBins(context) },
    (_, k): BinKind => ({
      name: 'medium',
      method: 'runMerge',
      maxLength: run * 2 ** k,
      lanes: 1,
      items: 0,
      methodText: `runs of ${run} items, merged ${mergesOf(context, k)} times`,
    }),
  ).filter(({ maxLength }) => maxLength > longest);
}

/** Runs are merged in registers. Longer segments, and keys of few digits, are radix sorted by one invocation each. */
export const mediumSoftware: MediumStage = {
  bins(context, networks) {
    const small = smallBins(context, networks);
    const runs = runsBins(context, small.at(-1)?.maxLength ?? 0);
    const longest = [...small, ...runs].at(-1)?.maxLength ?? 0;
    const limited = limitedBins(context, longest, { lanes: 1, methodText: 'one invocation, radix sort' });
    return [...small, ...runs, ...limited];
  },
  passes: (context, bins, gridOf) => [
    ...runPasses(context, bins, gridOf),
    ...mediumDigitPasses(context, binsOf(bins, 'oneBlock'), gridOf),
  ],
  usesScratch: () => true,
};

/**
 * Invocations per segment that scan its columns. More of them would cost: on lavapipe an invocation that finds no
 * segment takes as long as ten loads.
 */
const COLUMN_GROUPS = 32;

/** One invocation counts the digits of a tile. */
function upsweepKernel(context: SortContext): Kernel {
  const common = largeKernel(context, 'upsweep');
  const constants = { ...common.constants, CHECK_ORDER: context.table.sort.earlyOut };
  return keyedKernel(context, { ...common, entry: upsweep, constants });
}

/** Several invocations per segment scan its counters. */
function columnsKernel(context: SortContext): Kernel {
  const common = largeKernel(context, 'columns');
  return { ...common, entry: columns, constants: { ...STATE, ...common.constants, COLUMN_GROUPS } };
}

/** One invocation moves the items of a tile, in order. */
function downsweepKernel(context: SortContext, isFirst: boolean): Kernel {
  const common = largeKernel(context, isFirst ? 'first downsweep' : 'downsweep');
  return keyedKernel(context, {
    ...common,
    entry: downsweep,
    modules: moveModules(context, isFirst),
    constants: { ...common.constants, CHECK_ORDER: false },
  });
}

/**
 * Grids of the passes over tiles and of the pass over columns. With `directGrid` they are made for the most tiles and
 * segments that disjoint segments of the call's items can make. On lavapipe an indirect dispatch costs as much as
 * hundreds of workgroups without a task.
 */
function gridsOf(context: SortContext, bin: SortBin) {
  const { workgroup, tile, directGrid } = context.table.sort.large;
  if (!directGrid) {
    return { tiles: { kind: 'indirect', slot: ARGS.tiles }, columns: { kind: 'indirect', slot: ARGS.large } } as const;
  }
  const { minLength } = bin;
  return {
    // Every segment may have one partly filled tile.
    tiles: counted('items', tile, workgroup, { additional: largeBounds(context, bin, tile).segments }),
    columns: counted(minLength > 1 ? 'items' : 'segments', minLength, workgroup, { rows: COLUMN_GROUPS }),
  };
}

/** One invocation per tile. The counters of each segment are scanned separately, column by column. */
export const largeSoftware: LargeStage = {
  methodText: 'tiles, multi-pass radix sort',
  passes: (context, bin, index) => {
    const grids = gridsOf(context, bin);
    const kernel = columnsKernel(context);
    return largeRadixPasses(context, index, {
      upsweep: upsweepKernel(context),
      downsweeps: firstAndOthers(context, (isFirst) => downsweepKernel(context, isFirst)),
      grid: grids.tiles,
      countersPasses: (read) => [{ kernel, grid: grids.columns, resources: read, traffic: { radixCounter: 8 } }],
      counterBytes: 8,
    });
  },
  // One more word per counter row says whether keys are in order, or whether all have the same digit.
  tileCounters: (context) => digitsOf(context).count + 1,
  // A row per tile, and one per segment.
  counterRows: (_, { tiles, segments }) => tiles + segments,
  finish: /* @__PURE__ */ section(largeFile, 'finishTiles', 'counters'),
  finishConstants: () => ({}),
  tasksPerSegment: COLUMN_GROUPS,
  perWorkgroup: ({ table }) => table.sort.large.workgroup,
};

// The stages of a sort on software adapters.

export const radixSortSoftware: SortStages = {
  partition: partitionSoftware,
  networkCode: inLoops,
  medium: mediumSoftware,
  large: largeSoftware,
  deviceTable: softwareTable,
  tableFor: (table) => table,
};
