import { ARGS } from '../partition/plan.ts';
import type { BindingName, Grid, Kernel, Pass, Resource } from '../record/plan.ts';
import { pieces } from '../template/pieces.ts';
import type { SortBin, SortContext } from './context.ts';
import { comparedConstants, keyPieces } from './keys.ts';
import { networkPiece } from './network.ts';
import { sideResource } from './passes.ts';

/** Items that one lane sorts in registers before merging begins; tiles and shares of lanes are multiples of it. */
const RUN = 8;

/** The two kernels of a merge sort over the segments of a bin, or over tiles. */
interface MergeKernels {
  readonly runs: Kernel;
  readonly merge: Kernel;
}

function mergeKernels(
  context: SortContext,
  name: string,
  constants: Kernel['constants'],
  bindings: readonly BindingName[],
  shared: Kernel['pieces'],
): MergeKernels {
  const common = {
    subgroups: false,
    aliases: { Key: 'u32' },
    constants: { ...constants, ...comparedConstants(context), RUN },
  };
  const sharedPieces = [...shared, ...keyPieces(context)];
  return {
    runs: {
      ...common,
      name: `${name} runs`,
      bindings: ['state', ...bindings, 'keysIn', 'keysOut', 'comparedKeys'],
      pieces: [
        ...sharedPieces,
        ...pieces('sort/merge/runs', 'sort/small/item/key', 'sort/access/keys_apart'),
        networkPiece(1, RUN),
      ],
    },
    merge: {
      ...common,
      name: `${name} merge`,
      bindings: ['state', ...bindings, 'keysFrom', 'keysTo', 'runShift', 'comparedKeys'],
      pieces: [...sharedPieces, ...pieces('sort/merge/merge')],
    },
  };
}

/** Runs, then as many merges as segments of `longest` items need; the last one writes the output. */
function mergePasses({ runs, merge }: MergeKernels, longest: number, grid: Grid, bin: number): Pass[] {
  const merges = Math.max(0, Math.ceil(Math.log2(longest / RUN)));
  const side = (after: number): Resource => sideResource('keys', (merges - after) % 2 === 0 ? 'output' : 'scratch');
  const passes: Pass[] = [{ kernel: runs, grid, resources: { keysOut: side(0) }, bin }];
  for (let i = 0; i < merges; i++) {
    const runShift: Resource = { kind: 'constant', value: Math.log2(RUN) + i };
    passes.push({ kernel: merge, grid, resources: { runShift, keysFrom: side(i), keysTo: side(i + 1) }, bin });
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
  const constants = { WORKGROUP: workgroup, LANES: context.family === 'cpu' ? 1 : workgroup, BIN: index };
  const shared = pieces('sort/merge/medium', 'state/layout', 'state/lists', 'state/workgroup_index');
  const kernels = mergeKernels(context, `sort/medium ${bin.maxLength}`, constants, ['spans'], shared);
  return mergePasses(kernels, Math.min(bin.maxLength, longestOf(context)), grid, index);
}

/** The large class of a sort by a caller's order: an invocation or a workgroup merges a tile's share, pass by pass. */
export function largeMerges(context: SortContext, index: number): Pass[] {
  const { workgroup, tile } = context.table.sort.large;
  const constants = { WORKGROUP: workgroup, LANES: context.family === 'cpu' ? 1 : workgroup, TILE: tile };
  const shared = pieces('sort/merge/large', 'state/layout', 'state/workgroup_index', 'partition/tiles');
  const kernels = mergeKernels(context, 'sort/large', constants, ['large'], shared);
  return mergePasses(kernels, longestOf(context), { kind: 'indirect', slot: ARGS.tiles }, index);
}
