import columns from '../../../wgsl/sort/large/columns.software.wgsl';
import downsweep from '../../../wgsl/sort/large/downsweep.software.wgsl';
import finishTiles from '../../../wgsl/sort/large/finish_tiles.wgsl';
import upsweep from '../../../wgsl/sort/large/upsweep.software.wgsl';
import { ARGS, largeBounds } from '../../partition/plan.ts';
import type { Kernel } from '../../plan/module.ts';
import { counted } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import { digitsOf, type SortBin, type SortContext } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { moveModule } from '../radix/software.ts';
import type { LargeStage } from '../stages.ts';
import { largeKernel, largeRadixPasses } from './shared.ts';

/**
 * Invocations a segment that scan its columns: lavapipe takes as long for one that finds no segment as for ten loads.
 */
const COLUMN_GROUPS = 32;

/** An invocation counts the digits of its tile. */
function upsweepKernel(context: SortContext): Kernel {
  const common = largeKernel(context, 'upsweep');
  const constants = { ...common.constants, CHECK_ORDER: context.table.sort.earlyOut };
  return keyedKernel(context, { ...common, entry: upsweep, constants });
}

/** Invocations scan the counters of each segment, by itself. */
function columnsKernel(context: SortContext): Kernel {
  const common = largeKernel(context, 'columns');
  return { ...common, entry: columns, constants: { ...STATE, ...common.constants, COLUMN_GROUPS } };
}

/** An invocation moves its tile's items in order. */
function downsweepKernel(context: SortContext): Kernel {
  const common = largeKernel(context, 'downsweep');
  return keyedKernel(context, {
    ...common,
    entry: downsweep,
    modules: [moveModule(context)],
    constants: { ...common.constants, CHECK_ORDER: false },
  });
}

/**
 * Grids of the passes over tiles, and of that over columns. Direct ones are for as many as disjoint segments over the
 * call's items can have: on lavapipe an indirect dispatch costs as much as hundreds of workgroups that find nothing to
 * do.
 */
function gridsOf(context: SortContext, bin: SortBin) {
  const { workgroup, tile, directGrid } = context.table.sort.large;
  if (!directGrid) {
    return { tiles: { kind: 'indirect', slot: ARGS.tiles }, columns: { kind: 'indirect', slot: ARGS.large } } as const;
  }
  const { minLength } = bin;
  return {
    // Every segment may have a tile more than its items fill.
    tiles: counted('items', tile, workgroup, { extra: largeBounds(context, bin, tile).segments }),
    columns: counted(minLength > 1 ? 'items' : 'segments', minLength, workgroup, { rows: COLUMN_GROUPS }),
  };
}

/** An invocation a tile; a segment's counters are scanned by themselves, column by column. */
export const largeSoftware: LargeStage = {
  methodText: 'tiles, multi-pass radix sort',
  passes: (context, bin, index) => {
    const grids = gridsOf(context, bin);
    const kernel = columnsKernel(context);
    return largeRadixPasses(context, index, {
      upsweep: upsweepKernel(context),
      downsweep: downsweepKernel(context),
      grid: grids.tiles,
      countersPasses: (read) => [{ kernel, grid: grids.columns, resources: read, traffic: { radixCounter: 8 } }],
      counterBytes: 8,
    });
  },
  // A word more tells whether keys are in order, or all of one digit.
  tileCounters: (context) => digitsOf(context).count + 1,
  // Every segment has a row as well.
  counterRows: ({ tiles, segments }) => tiles + segments,
  finish: finishTiles,
  finishConstants: () => ({}),
  tasksPerSegment: COLUMN_GROUPS,
  perWorkgroup: ({ table }) => table.sort.large.workgroup,
};
