/** The stages of a segmented scan on software adapters. An invocation takes a merge tile. */

import stack from '../../wgsl/reduce/fold/stack.wgsl';
import steps from '../../wgsl/reduce/sweep/steps.software.wgsl';
import scanApply from '../../wgsl/segmented_scan/apply.software.wgsl';
import scanFold from '../../wgsl/segmented_scan/fold.software.wgsl';
import scanJoin from '../../wgsl/segmented_scan/join.software.wgsl';
import { accumulatorModules, loadModule, storeModule } from '../operators/accumulator.ts';
import { partitionSoftware } from '../partition/software.ts';
import { section } from '../plan/link.ts';
import { composed, counted, type Grid, type KernelFragment, type Pass } from '../plan/plan.ts';
import { LEAF } from '../reduce/descriptor.ts';
import { inputFragment as reduceInputFragment } from '../reduce/kernels.ts';
import { softwareTable } from '../tuning/software.ts';
import {
  basesFragment,
  inputFragment,
  LEVELS,
  resultsFragment,
  type ScanAccess,
  type ScanContext,
  segmentsFragment,
  totalPass,
  windowFragmentOf,
} from './kernels.ts';
import type { ScanStages } from './plan.ts';

/**
 * At least a merge tile, so that each merge tile holds at most two pieces, as `partialSlots` assumes. 0 if the call
 * holds one window of a longer segment, so that this segment, the only one, is always cut.
 */
function longest({ table, phase }: ScanContext): number {
  const { sweep } = table.reduce;
  return phase === 'part' ? 0 : Math.max(sweep.maxLength, sweep.tile);
}

function commonFragment(context: ScanContext): KernelFragment {
  const { workgroup, sweep } = context.table.reduce;
  const { accumulator, component, exclusive } = context;
  return {
    constants: {
      WORKGROUP: workgroup,
      MERGE_TILE: sweep.tile,
      SWEEP_MAX_LENGTH: longest(context),
      LEAF,
      STACK: LEVELS,
      TILE_LEVEL: Math.log2(sweep.tile / LEAF),
      TREE: component.bracketed,
      EXCLUSIVE: exclusive,
    },
    modules: accumulatorModules(accumulator),
  };
}

/** The part that folds a piece: by tiles of a reduce's sweep, if it reads items in their order. */
function foldFragment(context: ScanContext, { wholeVectors }: ScanAccess): KernelFragment[] {
  const { element, component, reverse, phase, table } = context;
  if (reverse || phase === 'part')
    return [
      inputFragment(context),
      windowFragmentOf(context),
      { modules: [section(scanFold, 'piece', 'terms'), section(stack, 'subtrees', 'private')] },
    ];
  const vectors = wholeVectors && element.bytes === 4 && table.reduce.vectors;
  const aligned = vectors && !component.bracketed;
  return [
    reduceInputFragment({ ...context, phase, vectors }, aligned ? 'none' : component.bracketed ? 'counted' : 'terms'),
    {
      modules: [
        section(scanFold, 'piece', 'tile'),
        ...(aligned
          ? [section(steps, 'steps', 'aligned')]
          : [section(steps, 'steps', 'any'), section(stack, 'subtrees', 'private')]),
      ],
    },
  ];
}

/** The passes over pieces of segments that are cut. */
function piecePasses(context: ScanContext, access: ScanAccess, grid: Grid): Pass[] {
  const { accumulator, element, phase } = context;
  const common = commonFragment(context);
  const store = { modules: [storeModule(accumulator, 'storePartial', 'partials')] };
  const load: KernelFragment = { aliases: { Bits: element.bits }, modules: [loadModule(accumulator, 'partials')] };
  const segments = segmentsFragment(access);
  const fold = composed('segmented_scan/fold', scanFold, [
    common,
    basesFragment(access),
    ...foldFragment(context, access),
    store,
  ]);
  const passes: Pass[] = [
    { ...fold, grid, bins: [1], traffic: { item: element.bytes } },
    { ...composed('segmented_scan/join', scanJoin, [common, segments, store, load]), grid, bins: [1] },
  ];
  return phase === 'whole' ? passes : [...passes, totalPass(context, common)];
}

export const scanSoftware: ScanStages = {
  partition: partitionSoftware,
  deviceTable: softwareTable,
  tile: ({ table }) => table.reduce.sweep.tile,
  longest,
  usesState: () => true,
  passes(context, access, cuts) {
    const { element, resultBytes } = context;
    const { workgroup, sweep } = context.table.reduce;
    const grid = counted('both', sweep.tile, workgroup, { additional: 1 });
    const apply = composed('segmented_scan/apply', scanApply, [
      commonFragment(context),
      basesFragment(access),
      inputFragment(context),
      windowFragmentOf(context),
      { modules: [section(stack, 'subtrees', 'private'), loadModule(context.accumulator, 'partials')] },
      resultsFragment(context, access.inPlace),
    ]);
    return [
      ...(cuts ? piecePasses(context, access, grid) : []),
      { ...apply, grid, traffic: { item: element.bytes + Math.max(resultBytes, 4), segment: 4 } },
    ];
  },
};
