/** The stages of a segmented scan on GPUs. A workgroup takes a merge tile, a lane a leaf. */
import stack from '../../wgsl/reduce/fold/stack.wgsl';
import scanApply from '../../wgsl/segmented_scan/apply.gpu.wgsl';
import scanBefore from '../../wgsl/segmented_scan/before.gpu.wgsl';
import scanFold from '../../wgsl/segmented_scan/fold.gpu.wgsl';
import scanItems from '../../wgsl/segmented_scan/items.gpu.wgsl';
import scanJoin from '../../wgsl/segmented_scan/join.gpu.wgsl';
import scanOrder from '../../wgsl/segmented_scan/order.gpu.wgsl';
import { accumulatorModules, loadModule, storeModule } from '../operators/accumulator.ts';
import { partitionGpu } from '../partition/gpu.ts';
import { callFragment, callNumbers } from '../partition/plan.ts';
import { section } from '../plan/link.ts';
import { composed, counted, type KernelFragment, NUMBERS_OF_STATE, type Pass } from '../plan/plan.ts';
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
import { clearPass, descriptorBytes, lookBackFragment, looksBack } from './look_back.ts';
import type { ScanStages } from './plan.ts';

/** Bytes of workgroup memory besides a lane's: subtrees, and what lanes share. */
const sharedBytes = ({ accumulator }: ScanContext) => 2 * LEVELS * accumulator.sharedBytes + 256;

/** Bytes of a lane's items, a free word in 33, and of its accumulator. */
const laneBytes = ({ accumulator }: ScanContext) => 4 * LEAF * (33 / 32) + accumulator.sharedBytes;

/** Whether items and results are words, so that a workgroup can load and store them together. */
function ofWords({ table, element, resultBytes, phase }: ScanContext): boolean {
  return !!table.reduce.sweep.staged && element.bytes === 4 && resultBytes === 4 && phase === 'whole';
}

/** The lanes of a workgroup: as many as have room for their items. */
function lanesOf(context: ScanContext): number {
  let { workgroup } = context.table.reduce;
  if (!ofWords(context)) return workgroup;
  const bytes = context.workgroupBytes - sharedBytes(context);
  while (workgroup > 32 && workgroup * laneBytes(context) > bytes) workgroup /= 2;
  return workgroup;
}

/** A lane has a leaf. */
const tileOf = (context: ScanContext) => LEAF * lanesOf(context);

/** Whether a workgroup loads and stores the items of a part together. By begin and end they lie apart. */
const isStaged = (context: ScanContext, { form }: ScanAccess) =>
  ofWords(context) && form === 'offsets' && lanesOf(context) >= 32;

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

/** The part that finds segments. By offsets the call itself has their numbers. */
function segmentsOf(access: ScanAccess): KernelFragment {
  if (access.form !== 'ranges') return callFragment(access);
  return { modules: [NUMBERS_OF_STATE, ...(segmentsFragment(access).modules ?? [])] };
}

/** The passes over pieces of segments that are cut. */
function piecePasses(context: ScanContext, access: ScanAccess, grid: Pass['grid']): Pass[] {
  const { accumulator, element, phase } = context;
  if (looksBack(context, access)) return [clearPass(context, tileOf(context))];
  const common = commonFragment(context);
  const segments = segmentsOf(access);
  const store = { modules: [storeModule(accumulator, 'storePartial', 'partials')] };
  const load: KernelFragment = { aliases: { Bits: element.bits }, modules: [loadModule(accumulator, 'partials')] };
  const fold = [common, basesFragment(access, segments), inputFragment(context), windowFragmentOf(context), store];
  const join = [common, segments, store, load];
  return [
    { ...composed('segmented_scan/fold', scanFold, fold), grid, bins: [1], traffic: { item: element.bytes } },
    { ...composed('segmented_scan/join', scanJoin, join), grid, bins: [1] },
    ...(phase === 'part' ? [totalPass(context, common, { modules: callNumbers(access) })] : []),
  ];
}

/** The part that finds the subtrees before a piece. */
function beforeFragment(context: ScanContext, access: ScanAccess, cuts: boolean): KernelFragment {
  if (!cuts) return { modules: [section(scanBefore, 'before', 'none')] };
  if (looksBack(context, access)) return lookBackFragment(context);
  return { modules: [section(scanBefore, 'before', 'joined'), loadModule(context.accumulator, 'partials')] };
}

export const scanGpu: ScanStages = {
  numbers: 'call',
  partition: partitionGpu,
  deviceTable: gpuTable,
  tile: tileOf,
  longest,
  regions: (context, mergeTiles) => ({ descriptors: descriptorBytes(context, mergeTiles) }),
  passes(context, access, cuts) {
    const { element, resultBytes } = context;
    const grid = counted('both', tileOf(context), 1, { additional: 1 });
    const staged = isStaged(context, access);
    const apply = composed('segmented_scan/apply', scanApply, [
      commonFragment(context),
      basesFragment(access, segmentsOf(access)),
      inputFragment(context),
      windowFragmentOf(context),
      {
        modules: [
          section(stack, 'subtrees', 'workgroup'),
          section(scanOrder, 'order', context.component.bracketed ? 'tree' : 'any'),
          section(scanItems, 'items', staged ? 'staged' : 'direct'),
        ],
      },
      beforeFragment(context, access, cuts),
      resultsFragment(context, access.inPlace, staged),
    ]);
    return [
      ...(cuts ? piecePasses(context, access, grid) : []),
      { ...apply, grid, traffic: { item: element.bytes + Math.max(resultBytes, 4), segment: 4 } },
    ];
  },
};
