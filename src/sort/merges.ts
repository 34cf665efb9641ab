import { ARGS } from '../partition/plan.ts';
import type { BindingName, Grid, Kernel, Pass, Resource } from '../record/plan.ts';
import type { SortBin, SortContext } from './context.ts';
import { keyAliases, keyConstants, keyPieces } from './keys.ts';
import { networkPiece } from './network.ts';
import { sideResource } from './passes.ts';
import { type PieceName, pieces } from './pieces.ts';

/** Items that one lane sorts in registers before merging begins; tiles and shares of lanes are multiples of it. */
const RUN = 8;

/** What the kernels of one class share. */
interface MergeClass {
  readonly context: SortContext;
  readonly name: string;
  readonly constants: Kernel['constants'];
  readonly bindings: readonly BindingName[];
  readonly pieces: readonly PieceName[];
}

type MergeKernel = Pick<MergeClass, 'name' | 'bindings' | 'pieces'>;

/** A kernel of that class, with what only it has. */
function kernelOf(shared: MergeClass, { name, bindings, pieces: own }: MergeKernel): Kernel {
  const { context } = shared;
  return {
    name: `${shared.name} ${name}`,
    subgroups: false,
    aliases: keyAliases(context),
    constants: { ...shared.constants, ...keyConstants(context) },
    bindings: ['state', ...shared.bindings, ...bindings, 'input'],
    pieces: [...pieces(...shared.pieces, ...own), ...keyPieces(context)],
  };
}

function runsKernel(shared: MergeClass, entry: PieceName): Kernel {
  const kernel = kernelOf(shared, {
    name: 'runs',
    bindings: ['keysIn', 'keysOut'],
    pieces: [entry, 'sort/merge/runs', 'sort/small/item/key', 'sort/small/item/key_stored', 'sort/access/keys_apart'],
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
    const runShift: Resource = { kind: 'constant', value: Math.log2(RUN) + i };
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
    pieces: ['state/layout', 'state/lists', 'state/workgroup_index'],
  };
  const entry: PieceName[] = alone
    ? ['sort/merge/medium', 'sort/merge/whole']
    : ['sort/merge/medium_workgroup', 'sort/merge/workgroup'];
  const merge = kernelOf(shared, {
    name: 'merge',
    bindings: ['keysFrom', 'keysTo', 'runShift'],
    pieces: [...entry, 'sort/merge/pairs', 'sort/merge/merge'],
  });
  const longest = Math.min(bin.maxLength, longestOf(context));
  return mergePasses(runsKernel(shared, 'sort/merge/medium'), () => [merge], longest, grid, index);
}

/**
 * The large class of a sort by a caller's order: an invocation or a workgroup merges a tile, pass by pass. Where a tile may
 * begin inside a pair of runs, the cuts of all tiles are searched first.
 */
export function largeMerges(context: SortContext, index: number): Pass[] {
  const { workgroup, tile } = context.table.sort.large;
  const alone = context.family === 'cpu';
  const shared: MergeClass = {
    context,
    name: 'sort/large',
    constants: { WORKGROUP: workgroup, LANES: alone ? 1 : workgroup, TILE: tile, RUN },
    bindings: ['large'],
    pieces: ['state/layout', 'state/workgroup_index', 'partition/tiles'],
  };
  // A tile an invocation: the grid, made for the merges, has a workgroup a tile where they are not alone.
  const oneEach = { ...shared, constants: { ...shared.constants, WORKGROUP: alone ? workgroup : 1 } };
  const cuts = kernelOf(oneEach, {
    name: 'cuts',
    bindings: ['counters', 'keysFrom', 'runShift'],
    pieces: ['sort/merge/cuts', 'sort/merge/pairs'],
  });
  const entry: PieceName[] = alone ? ['sort/merge/large_lone'] : ['sort/merge/large_workgroup', 'sort/merge/workgroup'];
  const merge = kernelOf(shared, {
    name: 'merge',
    bindings: ['counters', 'keysFrom', 'keysTo', 'runShift'],
    pieces: [...entry, 'sort/merge/tile_cuts', 'sort/merge/pairs', 'sort/merge/merge'],
  });
  const merges = (run: number) => (tile % (2 * run) === 0 ? [merge] : [cuts, merge]);
  const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
  return mergePasses(runsKernel(shared, 'sort/merge/large'), merges, longestOf(context), grid, index);
}
