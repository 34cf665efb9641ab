import leafFile from '../../wgsl/reduce/fold/leaf.wgsl';
import sweepJoin from '../../wgsl/reduce/sweep/join.gpu.wgsl';
import sweepKernel from '../../wgsl/reduce/sweep/sweep.gpu.wgsl';
import block from '../../wgsl/scan/block.gpu.wgsl';
import values from '../../wgsl/scan/values.wgsl';
import { MAX_ITEMS } from '../checks.ts';
import { storeModule } from '../operators/accumulator.ts';
import { partitionGpu } from '../partition/gpu.ts';
import { section } from '../plan/link.ts';
import { composed, type Pass, STATE } from '../plan/plan.ts';
import { gpuTable } from '../tuning/gpu.ts';
import { leafOf } from './descriptor.ts';
import {
  accumulatorFragment,
  groupFragment,
  inputFragment,
  partialsFragment,
  type ReduceContext,
  stackFragment,
} from './kernels.ts';
import type { ReduceStages, Sweep } from './plan.ts';
import { mergeTiles, mergeTilesGrid, resultsFragment, sweepFragment, sweepPass } from './results.ts';

/** Where the state holds the segments that are cut, by merge tile. A sweep lists no ids there. */
const FIRST_CUT = STATE.FIRST_ID;

/** Each lane folds one leaf, so a merge tile may have at most as many leaves as the workgroup has lanes. */
function fitted(context: ReduceContext): ReduceContext {
  const { table } = context;
  const { workgroup, sweep } = table.reduce;
  const tile = Math.min(sweep.tile, workgroup * leafOf(context));
  return { ...context, table: { ...table, reduce: { ...table.reduce, sweep: { ...sweep, tile } } } };
}

/** At least a merge tile: each merge tile then holds at most two tiles of longer segments. */
function longest(context: ReduceContext): number {
  const { workgroup, sweep } = context.table.reduce;
  return Math.max(fitted(context).table.reduce.sweep.tile, Math.min(sweep.maxLength, workgroup * leafOf(context)));
}

/** The pass that folds the tiles of each segment that the sweep cut. */
function joinPass(context: ReduceContext): Pass {
  const { workgroup } = context.table.reduce;
  const kernel = composed('reduce/sweep join', sweepJoin, [
    sweepFragment(context, longest(context)),
    { constants: { FIRST_CUT } },
    partialsFragment(context, [section(leafFile, 'source', 'tiles')]),
    groupFragment(context, { lanes: workgroup, workgroup, leaf: 1, longest: Number.POSITIVE_INFINITY }),
    accumulatorFragment(context),
    resultsFragment(context),
  ]);
  return { ...kernel, grid: mergeTilesGrid(context, 1), bins: [1] };
}

/** A workgroup sweeps one merge tile. It also folds tiles of long segments, and a second pass joins these. */
export const sweepGpu: Sweep = {
  longest,
  longMethod: (context) => `tiles of ${fitted(context).table.reduce.sweep.tile} items, then their results`,
  partialSlots: (context) => 2 * mergeTiles(fitted(context)),
  cutWords: (context) => mergeTiles(fitted(context)),
  passes(given, partition) {
    const context = fitted(given);
    const { workgroup } = context.table.reduce;
    // If offsets fall, a workgroup may have to fold a segment of any length.
    const rounds = Math.ceil(MAX_ITEMS / (workgroup * leafOf(context)));
    const isCut = partition.bins.at(-1)?.name === 'large';
    const sweep = sweepPass(context, {
      entry: sweepKernel,
      longest: longest(context),
      perWorkgroup: 1,
      bins: partition.bins.map((_, bin) => bin),
      fragments: [
        {
          modules: [section(block, 'scan', 'raked'), section(values, 'combine', 'add')],
          aliases: { Scanned: 'u32' },
          constants: { CUTS: isCut, FIRST_CUT },
        },
        { modules: [storeModule(context.accumulator, 'storePartial', 'partials')] },
        stackFragment(context, workgroup, rounds),
        inputFragment(context),
      ],
    });
    return [sweep, ...(isCut ? [joinPass(context)] : [])];
  },
};

// The stages of a reduce on GPUs.

export const reduceGpu: ReduceStages = { partition: partitionGpu, sweep: sweepGpu, deviceTable: gpuTable };
