import segmentsFile from '../../wgsl/partition/segments.wgsl';
import leafFile from '../../wgsl/reduce/fold/leaf.wgsl';
import stack from '../../wgsl/reduce/fold/stack.wgsl';
import sweepJoin from '../../wgsl/reduce/sweep/join.software.wgsl';
import steps from '../../wgsl/reduce/sweep/steps.software.wgsl';
import sweepKernel from '../../wgsl/reduce/sweep/sweep.software.wgsl';
import { MAX_ITEMS } from '../checks.ts';
import { storeModule } from '../operators/accumulator.ts';
import type { PartitionSpec } from '../partition/plan.ts';
import { partitionSoftware } from '../partition/software.ts';
import { section } from '../plan/link.ts';
import { composed, type KernelFragment, type Pass } from '../plan/plan.ts';
import { softwareTable } from '../tuning/software.ts';
import { leafOf } from './descriptor.ts';
import {
  accumulatorFragment,
  groupFragment,
  inputFragment,
  isBracketed,
  partialsFragment,
  type ReduceContext,
  stackLevels,
} from './kernels.ts';
import type { ReduceStages, Sweep } from './plan.ts';
import { mergeTiles, mergeTilesGrid, resultsFragment, sweepFragment, sweepPass } from './results.ts';

/**
 * At least a merge tile: each merge tile then holds at most two tiles of longer segments, as `partialSlots` assumes.
 */
function longest({ table }: ReduceContext): number {
  const { sweep } = table.reduce;
  return Math.max(sweep.maxLength, sweep.tile);
}

/** The part that defines a step of the sweep: a leaf, or whole aligned vectors where results need no tree. */
function stepsFragment(context: ReduceContext): KernelFragment {
  const tree = isBracketed(context);
  const aligned = context.vectors && !tree;
  // A step is one leaf where results need a tree, else four (steps.software.wgsl).
  const leaf = aligned ? 'none' : tree ? 'counted' : 'terms';
  const { modules = [], ...input } = inputFragment(context, leaf);
  // If offsets fall, one invocation may have to fold a segment of any length.
  const subtrees = Math.ceil(MAX_ITEMS / leafOf(context));
  return {
    ...input,
    constants: { ...input.constants, STACK: tree ? stackLevels(subtrees) : 1, TREE: tree },
    modules: [section(stack, 'subtrees', 'private'), section(steps, 'steps', aligned ? 'aligned' : 'any'), ...modules],
  };
}

/** Segments, and the longest one that is folded in one piece. */
function segmentsFragment(context: ReduceContext): KernelFragment {
  return {
    constants: { SWEEP_MAX_LENGTH: longest(context) },
    modules: [section(segmentsFile, 'segments', 'offsetsOrSize')],
  };
}

function sweep(context: ReduceContext, partition: PartitionSpec): Pass {
  return sweepPass(context, {
    entry: sweepKernel,
    perWorkgroup: context.table.reduce.workgroup,
    bins: partition.bins.map((_, bin) => bin),
    fragments: [
      segmentsFragment(context),
      stepsFragment(context),
      { modules: [storeModule(context.accumulator, 'storePartial', 'partials')] },
    ],
  });
}

/** The pass that folds the tiles of each segment that the sweep cut. */
function joinPass(context: ReduceContext): Pass {
  const { workgroup } = context.table.reduce;
  const kernel = composed('reduce/sweep join', sweepJoin, [
    sweepFragment(context),
    segmentsFragment(context),
    partialsFragment(context, [section(leafFile, 'source', 'tiles')]),
    groupFragment(context, { lanes: 1, workgroup, leaf: 1, longest: Number.POSITIVE_INFINITY }),
    accumulatorFragment(context),
    resultsFragment(context),
  ]);
  return { ...kernel, grid: mergeTilesGrid(context, workgroup), bins: [1] };
}

/** An invocation sweeps one merge tile. It also folds tiles of long segments, and a second pass joins these. */
export const sweepSoftware: Sweep = {
  numbers: 'state',
  longest,
  longMethod: ({ table }) => `tiles of ${table.reduce.sweep.tile} items, then their results`,
  // Each merge tile has two slots.
  partialSlots: (context) => 2 * mergeTiles(context),
  cutWords: () => 0,
  passes(context, partition) {
    const isCut = partition.bins.at(-1)?.name === 'large';
    return [sweep(context, partition), ...(isCut ? [joinPass(context)] : [])];
  },
};

// The stages of a reduce on software adapters.

export const reduceSoftware: ReduceStages = {
  partition: partitionSoftware,
  sweep: sweepSoftware,
  deviceTable: softwareTable,
};
