import type { Grid, Kernel, Pass, Resource } from '../record/plan.ts';
import { accessPieces, digitsOf, movedBytes, type SortBin, type SortContext, SPAN_BYTES } from './context.ts';
import { keyAliases, keyBindings, keyPieces } from './keys.ts';
import { mergePiece, networkPiece } from './network.ts';
import { DIGITS_WORTH_MERGING, sideResource } from './passes.ts';
import { piece, pieces } from './pieces.ts';
import { type SmallShape, smallShapes } from './small.ts';

/** Items that a merge moves at a time. */
const BLOCK = 4;

/** A merge takes four runs. */
const LEVELS_A_MERGE = 2;

/** The shape that sorts a run: the longest small one. */
export function runShape(context: SortContext): SmallShape | undefined {
  return smallShapes(context).at(-1);
}

/**
 * Whether medium segments are sorted as runs that are merged: keys alone that their sort key tells apart, since a merge of
 * blocks is not stable, and of so many digits that a radix sort would read them more often.
 */
export function mergesRuns(context: SortContext): boolean {
  const { key, pairs, compare, table } = context;
  return (
    table.sort.medium.method === 'merge' &&
    !pairs &&
    !compare &&
    key.lossless &&
    key.bits > DIGITS_WORTH_MERGING * digitsOf(context).bits &&
    runShape(context) !== undefined
  );
}

function shared(context: SortContext, name: string, workgroup: number, run: number) {
  return {
    name,
    aliases: keyAliases(context),
    constants: { WORKGROUP: workgroup, RUN: run },
  } as const;
}

const NUMBERS = ['state', 'spans', 'binIndex', 'runsShift', 'leaveBits'] as const;

/** `toOutput`: in place, and to the output, which is bound to be read from. */
function runsKernel(context: SortContext, { lanes, items }: SmallShape, toOutput: boolean): Kernel {
  const exchange = context.subgroups ? 'sort/small/exchange_subgroup' : 'sort/small/exchange_workgroup';
  const common = shared(context, 'sort/runs', context.table.sort.small.workgroup, lanes * items);
  return {
    ...common,
    subgroups: lanes > 1 && context.subgroups,
    constants: { ...common.constants, LANES: lanes, ITEMS: items },
    bindings: [
      ...NUMBERS,
      context.keysInPlace ? 'keysOut' : 'keysIn',
      ...(toOutput ? [] : (['keysTo'] as const)),
      ...keyBindings(context),
    ],
    pieces: [
      ...pieces('sort/medium/runs/sort', 'state/layout', 'state/lists', 'state/workgroup_index'),
      ...accessPieces(context),
      ...pieces(
        'sort/small/item/key',
        toOutput ? 'sort/medium/runs/to_output' : 'sort/medium/runs/to_range',
        'sort/medium/runs/left',
      ),
      ...(lanes > 1 ? [piece(exchange)] : []),
      networkPiece(lanes, items),
      ...keyPieces(context),
    ],
  };
}

function mergeKernel(context: SortContext, run: number): Kernel {
  return {
    ...shared(context, 'sort/merge of runs', context.table.sort.medium.workgroup, run),
    subgroups: false,
    bindings: [...NUMBERS, 'runShift', 'keysFrom', 'keysTo', ...keyBindings(context)],
    pieces: [
      ...pieces('sort/medium/runs/merge', 'state/layout', 'state/lists', 'state/workgroup_index'),
      ...pieces('sort/medium/runs/item', 'sort/medium/runs/left'),
      mergePiece(BLOCK),
      ...keyPieces(context),
    ],
  };
}

const constant = (value: number): Resource => ({ kind: 'constant', value });

/** The passes that sort one bin: its runs, then merges of runs four times as long each; of a bin of one run, no merge. */
export function runPasses(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  const shape = runShape(context) as SmallShape;
  const run = shape.lanes * shape.items;
  // Bins are runs doubled.
  const levels = Math.log2(bin.maxLength / run);
  const merges = Math.ceil(levels / LEVELS_A_MERGE);
  const side = (after: number) => ((merges - after) % 2 === 0 ? 'output' : 'scratch');
  const numbers = (after: number) => ({
    binIndex: constant(index),
    runsShift: constant(levels),
    leaveBits: constant(after === merges ? 1 : 0),
  });
  const toOutput = context.keysInPlace && side(0) === 'output';
  const sorted = {
    kernel: runsKernel(context, shape, toOutput),
    resources: { ...numbers(0), ...(toOutput ? {} : { keysTo: sideResource('keys', side(0)) }) },
  };
  const merge = mergeKernel(context, run);
  const merged = Array.from({ length: merges }, (_, i) => ({
    kernel: merge,
    resources: {
      ...numbers(i + 1),
      runShift: constant(Math.log2(run) + LEVELS_A_MERGE * i),
      keysFrom: sideResource('keys', side(i)),
      keysTo: sideResource('keys', side(i + 1)),
    },
  }));
  const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
  return [sorted, ...merged].map((pass) => ({ ...pass, grid, bin: index, traffic }));
}
