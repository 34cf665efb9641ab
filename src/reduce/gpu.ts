import leafFile from '../../wgsl/reduce/fold/leaf.wgsl';
import stackFile from '../../wgsl/reduce/fold/stack.wgsl';
import sweepJoin from '../../wgsl/reduce/sweep/join.gpu.wgsl';
import ownedFile from '../../wgsl/reduce/sweep/owned.gpu.wgsl';
import sweepKernel from '../../wgsl/reduce/sweep/sweep.gpu.wgsl';
import { MAX_ITEMS } from '../checks.ts';
import { storeModule } from '../operators/accumulator.ts';
import { partitionGpu } from '../partition/gpu.ts';
import { callFragment } from '../partition/plan.ts';
import { section, type WgslModule } from '../plan/link.ts';
import { composed, type KernelFragment, type Pass, STATE } from '../plan/plan.ts';
import { gpuTable } from '../tuning/gpu.ts';
import { leafOf, readsElements } from './descriptor.ts';
import {
  accumulatorFragment,
  groupFragment,
  inputFragment,
  ownLeaves,
  partialsFragment,
  type ReduceContext,
  stackLevels,
} from './kernels.ts';
import type { ReduceStages, Sweep } from './plan.ts';
import { mergeTiles, mergeTilesGrid, resultsFragment, sweepFragment, sweepPass } from './results.ts';

/** Where the state holds the segments that are cut, by merge tile. A sweep lists no ids there. */
const FIRST_CUT = STATE.FIRST_ID;

/** A merge tile that needs more bytes of workgroup memory gets fewer lanes: a GPU would hold too few workgroups. */
const MOST_BYTES = 28 * 1024;

/** The kernels of sums of integers (sums.ts). */
export interface SweepOfSums {
  readonly entry: WgslModule;
  fragment(context: ReduceContext): KernelFragment;
  join(context: ReduceContext, numbers: KernelFragment): Pass;
}

/** What a workgroup of the sweep has room for. */
interface SweepRoom {
  readonly workgroup: number;
  /** Pairs of leaves that a lane folds into a slot. */
  readonly pairs: number;
  readonly tile: number;
  readonly slots: number;
  readonly ranges: number;
  /** Items that are loaded into workgroup memory, a word each; 0 where elements are no words. */
  readonly staged: number;
  /** Whether segments are differences of sums (wgsl/reduce/sweep/sums.gpu.wgsl). */
  readonly prefixes: boolean;
}

/** Whether all that is reduced is one sum of integers, modulo 2^32. */
function isSum(context: ReduceContext): boolean {
  const [component, ...others] = context.accumulator.components;
  return component?.key === 'sum' && component.type === 'u32' && others.length === 0 && readsElements(context);
}

/** Bytes of workgroup memory of the kernel of such sums. */
const prefixBytes = ({ tile, workgroup }: SweepRoom) => 4 * (tile + 3 * workgroup) + 512;

/** Each lane folds a pair of leaves, or two, so a merge tile has as many as the workgroup has lanes. */
function roomOf(context: ReduceContext, workgroup: number, sums?: SweepOfSums): SweepRoom {
  const isStaged = context.table.reduce.sweep.staged && workgroup >= 32;
  const pairs = isStaged && context.ofWords && ownLeaves(context.accumulator) ? 2 : 1;
  const maxStaged = isStaged ? 36 * pairs * workgroup : 0;
  const prefixes = !!sums && maxStaged > 0 && isSum(context);
  const isLong = context.accumulator.words > 2;
  const slotsALane = pairs > 1 ? (isLong ? 5 : 8) : isLong ? 2 : 5;
  return {
    workgroup,
    prefixes,
    pairs,
    tile: 2 * pairs * leafOf(context) * workgroup - (prefixes ? 32 : 0),
    // A segment that begins in the tile may end after it. Segments shorter than a pair leave slots over. Accumulators
    // of many words would take so much workgroup memory that few workgroups run at a time.
    slots: slotsALane * workgroup,
    ranges: 4 * pairs * workgroup,
    staged: context.ofWords ? maxStaged : 0,
  };
}

function sharedBytes(context: ReduceContext, room: SweepRoom): number {
  if (room.prefixes) return prefixBytes(room);
  const { slots, ranges, staged } = room;
  const { accumulator } = context;
  const stack = stackLevels(MAX_ITEMS) * accumulator.sharedBytes;
  return 4 * (staged * (33 / 32) + ranges + slots * (1 + 1 / 16)) + slots * accumulator.sharedBytes + stack + 128;
}

/** The most lanes that the tuning allows and that fit. */
function sweepRoom(context: ReduceContext, sums?: SweepOfSums): SweepRoom {
  const { workgroup, sweep } = context.table.reduce;
  const bytes = Math.min(context.workgroupBytes, MOST_BYTES);
  let room = roomOf(context, Math.max(2, Math.min(workgroup, sweep.tile / (2 * leafOf(context)))), sums);
  while (room.workgroup > 8 && sharedBytes(context, room) > bytes) room = roomOf(context, room.workgroup / 2, sums);
  return room;
}

/** The context whose table has the workgroup and the merge tile of that room. */
function fitted(context: ReduceContext, sums?: SweepOfSums): ReduceContext {
  const { table } = context;
  const { workgroup, tile } = sweepRoom(context, sums);
  return {
    ...context,
    table: { ...table, reduce: { ...table.reduce, workgroup, sweep: { ...table.reduce.sweep, tile } } },
  };
}

/** What the sweep reads. */
function itemsFragment(context: ReduceContext, { staged }: SweepRoom): KernelFragment {
  if (staged === 0) {
    // A leaf of vectors of operators of many words would take more registers than Intel's GPUs have.
    const input = inputFragment({ ...context, vectors: context.vectors && context.accumulator.words < 3 });
    return { ...input, modules: [...(input.modules ?? []), section(leafFile, 'staging', 'none')] };
  }
  const input = inputFragment({ ...context, vectors: false }, 'none');
  // A compiler would unroll the leaf of an operator of many words to thousands of instructions.
  const constants = { ...input.constants, ROLLED: context.accumulator.words > 2, OWN_ONLY: false };
  return {
    ...input,
    constants,
    modules: [...(input.modules ?? []), ownLeaves(context.accumulator)?.staged ?? section(leafFile, 'leaf', 'staged')],
  };
}

/** What the kernel of trees needs. */
function treeFragments(context: ReduceContext, room: SweepRoom): KernelFragment[] {
  return [
    { constants: { SLOTS: room.slots, RANGES: room.ranges, SLOT_PAIRS: room.pairs } },
    // If offsets fall, a workgroup may have to fold a segment of any length.
    {
      constants: { STACK: stackLevels(MAX_ITEMS / room.tile) },
      modules: [section(stackFile, 'subtrees', 'workgroup')],
    },
    itemsFragment(context, room),
    context.mapped ?? { modules: [section(sweepKernel, 'after', 'nothing')] },
  ];
}

/** How lanes search for where merge tiles meet: on GPUs that stage items, together. */
function searchFragment({ subgroups, lanes, table }: ReduceContext, { staged, prefixes }: SweepRoom): KernelFragment {
  if (!subgroups || !(staged || prefixes)) return { modules: [section(ownedFile, 'search', 'alone')] };
  const seekers = Math.min(lanes, table.reduce.workgroup / 2);
  return { constants: { SEEKERS: seekers }, modules: [section(ownedFile, 'search', 'group')] };
}

/** The pass that folds the tiles of each segment that the sweep cut. */
function joinPass(context: ReduceContext, numbers: KernelFragment): Pass {
  const { workgroup } = context.table.reduce;
  const kernel = composed('reduce/sweep join', sweepJoin, [
    sweepFragment(context),
    numbers,
    { constants: { FIRST_CUT } },
    partialsFragment(context, [section(leafFile, 'source', 'tiles')]),
    groupFragment(context, { lanes: workgroup, workgroup, leaf: 1, longest: Number.POSITIVE_INFINITY }),
    accumulatorFragment(context),
    resultsFragment(context),
  ]);
  return { ...kernel, grid: mergeTilesGrid(context, 1), bins: [1] };
}

/**
 * A workgroup sweeps one merge tile. It also folds tiles of long segments, and a second pass joins these. `sums` has
 * the kernels of sums of integers, where they are loaded.
 */
const sweepGpu = (sums?: SweepOfSums): Sweep => ({
  numbers: 'call',
  longest: (context) => sweepRoom(context, sums).tile,
  longMethod: (context) => `tiles of ${sweepRoom(context, sums).tile} items, then their results`,
  partialSlots: (context) => 2 * mergeTiles(fitted(context, sums)),
  cutWords: (context) => mergeTiles(fitted(context, sums)),
  maps(context) {
    const { staged, prefixes } = sweepRoom(context, sums);
    return staged > 0 && !prefixes;
  },
  passes(given, partition) {
    const room = sweepRoom(given, sums);
    const context = fitted(given, sums);
    const special = room.prefixes ? sums : undefined;
    const isCut = partition.bins.at(-1)?.name === 'large';
    const numbers = callFragment(partition);
    const sweep = sweepPass(context, {
      entry: special?.entry ?? sweepKernel,
      perWorkgroup: 1,
      bins: partition.bins.map((_, bin) => bin),
      fragments: [
        numbers,
        searchFragment(context, room),
        { constants: { CUTS: isCut, FIRST_CUT } },
        { modules: [storeModule(context.accumulator, 'storePartial', 'partials')] },
        ...(special ? [special.fragment(context)] : treeFragments(context, room)),
      ],
    });
    return [sweep, ...(isCut ? [(special?.join ?? joinPass)(context, numbers)] : [])];
  },
});

/** The stages of a reduce on GPUs. */
export const reduceGpu = (sums?: SweepOfSums): ReduceStages => ({
  partition: partitionGpu,
  sweep: sweepGpu(sums),
  deviceTable: gpuTable,
});
