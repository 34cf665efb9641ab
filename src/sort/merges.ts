import { ARGS } from '../partition/plan.ts';
import type { BindingName, Grid, Kernel, Pass, Resource } from '../record/plan.ts';
import type { Piece } from '../template/assemble.ts';
import {
  partitionTiles,
  sortAccessKeysApart,
  sortMergeCuts,
  sortMergeLarge,
  sortMergeLargeLone,
  sortMergeLargeWorkgroup,
  sortMergeMedium,
  sortMergeMediumWorkgroup,
  sortMergeMerge,
  sortMergePairs,
  sortMergeRuns,
  sortMergeTileCuts,
  sortMergeWhole,
  sortMergeWorkgroup,
  sortSmallItemKey,
  sortSmallItemKeyStored,
  stateLayout,
  stateLists,
  stateWorkgroupIndex,
} from '../template/pieces.ts';
import type { SortBin, SortContext } from './context.ts';
import { keyedKernel } from './keys.ts';
import { networkPiece } from './network.ts';
import { sideResource } from './passes.ts';

/** Items that one lane sorts in registers before merging begins; tiles and shares of lanes are multiples of it. */
const RUN = 8;

/** What the kernels of one class share. */
interface MergeClass {
  readonly context: SortContext;
  readonly name: string;
  readonly constants: Kernel['constants'];
  readonly bindings: readonly BindingName[];
  readonly pieces: readonly Piece[];
}

type MergeKernel = Pick<MergeClass, 'name' | 'bindings' | 'pieces'>;

/** A kernel of that class, with what only it has. */
function kernelOf(shared: MergeClass, { name, bindings, pieces: own }: MergeKernel): Kernel {
  const { context } = shared;
  return keyedKernel(context, {
    name: `${shared.name} ${name}`,
    constants: shared.constants,
    bindings: ['state', ...shared.bindings, ...bindings],
    pieces: [...shared.pieces, ...own],
  });
}

function runsKernel(shared: MergeClass, entry: Piece): Kernel {
  const kernel = kernelOf(shared, {
    name: 'runs',
    bindings: ['keysIn', 'keysOut'],
    pieces: [entry, sortMergeRuns, sortSmallItemKey, sortSmallItemKeyStored, sortAccessKeysApart],
  });
  return { ...kernel, pieces: [networkPiece({ lanes: 1, items: RUN }), ...kernel.pieces] };
}

/** Runs, then as many merges as segments of `longest` items need; the last one writes the output. */
function mergePasses(
  runs: Kernel,
  mergesOf: (run: number) => readonly Kernel[],
  longest: number,
  grid: Grid,
  bin: number,
): Pass[] {
  const merges = Math.max(0, Math.ceil(Math.log2(longest / RUN)));
  const side = (after: number): Resource => sideResource('keys', (merges - after) % 2 === 0 ? 'output' : 'scratch');
  const passes: Pass[] = [{ kernel: runs, grid, resources: { keysOut: side(0) }, bins: [bin] }];
  for (let i = 0; i < merges; i++) {
    const runShift: Resource = { kind: 'words', words: [Math.log2(RUN) + i] };
    const resources = { runShift, keysFrom: side(i), keysTo: side(i + 1) };
    for (const kernel of mergesOf(RUN * 2 ** i)) passes.push({ kernel, grid, resources, bins: [bin] });
  }
  return passes;
}

/** No segment of the plan is longer. */
function longestOf({ maxSegmentSize, maxItems }: SortContext): number {
  return Math.min(maxSegmentSize, maxItems);
}

/** One medium bin of a sort by a caller's order: an invocation or a workgroup merges a segment, pass by pass. */
export function mediumMerges(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  const { workgroup } = context.table.sort.medium;
  const alone = context.family === 'cpu';
  const shared: MergeClass = {
    context,
    name: `sort/medium ${bin.maxLength}`,
    constants: { WORKGROUP: workgroup, LANES: alone ? 1 : workgroup, BIN: index, RUN },
    bindings: ['spans'],
    pieces: [stateLayout, stateLists, stateWorkgroupIndex],
  };
  const entry: Piece[] = alone ? [sortMergeMedium, sortMergeWhole] : [sortMergeMediumWorkgroup, sortMergeWorkgroup];
  const merge = kernelOf(shared, {
    name: 'merge',
    bindings: ['keysFrom', 'keysTo', 'runShift'],
    pieces: [...entry, sortMergePairs, sortMergeMerge],
  });
  const longest = Math.min(bin.maxLength, longestOf(context));
  return mergePasses(runsKernel(shared, sortMergeMedium), () => [merge], longest, grid, index);
}

/**
 * The large class of a sort by a caller's order: an invocation or a workgroup merges a tile, pass by pass. Where a tile may
 * begin inside a pair of runs, the cuts of all tiles are searched first.
 */
export function largeMerges(context: SortContext, _: SortBin, index: number): Pass[] {
  const { workgroup, tile } = context.table.sort.large;
  const alone = context.family === 'cpu';
  const shared: MergeClass = {
    context,
    name: 'sort/large',
    constants: { WORKGROUP: workgroup, LANES: alone ? 1 : workgroup, TILE: tile, RUN },
    bindings: ['large'],
    pieces: [stateLayout, stateWorkgroupIndex, partitionTiles],
  };
  // A tile an invocation: the grid, made for the merges, has a workgroup a tile where they are not alone.
  const oneEach = { ...shared, constants: { ...shared.constants, WORKGROUP: alone ? workgroup : 1 } };
  const cuts = kernelOf(oneEach, {
    name: 'cuts',
    bindings: ['counters', 'keysFrom', 'runShift'],
    pieces: [sortMergeCuts, sortMergePairs],
  });
  const entry: Piece[] = alone ? [sortMergeLargeLone] : [sortMergeLargeWorkgroup, sortMergeWorkgroup];
  const merge = kernelOf(shared, {
    name: 'merge',
    bindings: ['counters', 'keysFrom', 'keysTo', 'runShift'],
    pieces: [...entry, sortMergeTileCuts, sortMergePairs, sortMergeMerge],
  });
  const merges = (run: number) => (tile % (2 * run) === 0 ? [merge] : [cuts, merge]);
  const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
  return mergePasses(runsKernel(shared, sortMergeLarge), merges, longestOf(context), grid, index);
}
