/** The stages of a segmented scan on GPUs. A workgroup takes a merge tile, a lane a leaf. */
import stack from '../../wgsl/reduce/fold/stack.wgsl';
import scanApply from '../../wgsl/segmented_scan/apply.gpu.wgsl';
import scanFold from '../../wgsl/segmented_scan/fold.gpu.wgsl';
import scanJoin from '../../wgsl/segmented_scan/join.gpu.wgsl';
import { accumulatorModules, loadModule, storeModule } from '../operators/accumulator.ts';
import { partitionGpu } from '../partition/gpu.ts';
import { section } from '../plan/link.ts';
import { composed, counted, type KernelFragment, type Pass } from '../plan/plan.ts';
import { LEAF } from '../reduce/descriptor.ts';
import { gpuTable } from '../tuning/gpu.ts';
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
import { descriptorBytes, lanesOf, onePass, takesOnePass } from './one_pass.ts';
import type { ScanStages } from './plan.ts';

/** A lane has a leaf. */
function tileOf(context: ScanContext): number {
  return LEAF * lanesOf(context);
}

/** 0 if the call holds one window of a longer segment, so that this segment, the only one, is always cut. */
function longest(context: ScanContext): number {
  return context.phase === 'part' ? 0 : tileOf(context);
}

function commonFragment(context: ScanContext): KernelFragment {
  const tile = tileOf(context);
  return {
    constants: {
      WORKGROUP: lanesOf(context),
      MERGE_TILE: tile,
      SWEEP_MAX_LENGTH: longest(context),
      LEAF,
      STACK: LEVELS,
      TILE_LEVEL: Math.log2(tile / LEAF),
      JOIN_LEVELS: Math.max(1, Math.ceil(Math.log2(context.maxItems / tile))),
      TREE: context.component.bracketed,
      EXCLUSIVE: context.exclusive,
    },
    modules: accumulatorModules(context.accumulator),
  };
}

/** The passes over pieces of segments that are cut. */
function piecePasses(context: ScanContext, access: ScanAccess, grid: Pass['grid']): Pass[] {
  const { accumulator, element, phase } = context;
  const common = commonFragment(context);
  const store = { modules: [storeModule(accumulator, 'storePartial', 'partials')] };
  const load: KernelFragment = { aliases: { Bits: element.bits }, modules: [loadModule(accumulator, 'partials')] };
  const fold = [common, basesFragment(access), inputFragment(context), windowFragmentOf(context), store];
  const join = [common, segmentsFragment(access), store, load];
  return [
    { ...composed('segmented_scan/fold', scanFold, fold), grid, bins: [1], traffic: { item: element.bytes } },
    { ...composed('segmented_scan/join', scanJoin, join), grid, bins: [1] },
    ...(phase === 'part' ? [totalPass(context, common)] : []),
  ];
}

export const scanGpu: ScanStages = {
  partition: partitionGpu,
  deviceTable: gpuTable,
  tile: tileOf,
  longest,
  usesState: (context, access, cuts) => !takesOnePass(context, access, cuts),
  regions: (context, mergeTiles) => ({ descriptors: descriptorBytes(context, mergeTiles) }),
  passes(context, access, cuts) {
    if (takesOnePass(context, access, cuts)) return onePass(context, access, cuts, commonFragment(context));
    const { element, resultBytes } = context;
    const grid = counted('both', tileOf(context), 1, { additional: 1 });
    const apply = composed('segmented_scan/apply', scanApply, [
      commonFragment(context),
      basesFragment(access),
      inputFragment(context),
      windowFragmentOf(context),
      { modules: [section(stack, 'subtrees', 'workgroup'), loadModule(context.accumulator, 'partials')] },
      resultsFragment(context, access.inPlace),
    ]);
    return [
      ...(cuts ? piecePasses(context, access, grid) : []),
      { ...apply, grid, traffic: { item: element.bytes + Math.max(resultBytes, 4), segment: 4 } },
    ];
  },
};
