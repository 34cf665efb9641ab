import largeFile from '../../../wgsl/partition/large.wgsl';
import columns from '../../../wgsl/sort/large/columns.software.wgsl';
import downsweep from '../../../wgsl/sort/large/downsweep.software.wgsl';
import upsweep from '../../../wgsl/sort/large/upsweep.software.wgsl';
import { ARGS, largeBounds } from '../../partition/plan.ts';
import { type Kernel, section } from '../../plan/module.ts';
import { counted } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import { digitsOf, firstAndOthers, type SortBin, type SortContext } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { moveModules } from '../radix/software.ts';
import type { LargeStage } from '../stages.ts';
import { largeKernel, largeRadixPasses } from './shared.ts';

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
    tiles: counted('items', tile, workgroup, { extra: largeBounds(context, bin, tile).segments }),
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
  counterRows: ({ tiles, segments }) => tiles + segments,
  finish: /* @__PURE__ */ section(largeFile, 'finishTiles', 'counters'),
  finishConstants: () => ({}),
  tasksPerSegment: COLUMN_GROUPS,
  perWorkgroup: ({ table }) => table.sort.large.workgroup,
};
