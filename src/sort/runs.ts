import type { Grid, Kernel, Pass, Resource } from '../record/plan.ts';
import {
  accessBindings,
  accessPieces,
  digitsOf,
  movedBytes,
  type SortBin,
  type SortContext,
  SPAN_BYTES,
} from './context.ts';
import { keyAliases, keyBindings, keyPieces } from './keys.ts';
import { mergePiece, networkPiece } from './network.ts';
import { DIGITS_WORTH_MERGING, sideResource } from './passes.ts';
import { piece, pieces } from './pieces.ts';
import { type SmallShape, smallShapes } from './small.ts';

/** Items that a merge moves at a time: 4 and 16 were as fast within a tenth. */
const BLOCK = 8;

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
    name: `sort/medium ${name}`,
    aliases: keyAliases(context),
    constants: { WORKGROUP: workgroup, RUN: run },
  } as const;
}

function runsKernel(context: SortContext, { lanes, items }: SmallShape, toScratch: boolean): Kernel {
  const exchange = context.subgroups ? 'sort/small/exchange_subgroup' : 'sort/small/exchange_workgroup';
  const common = shared(context, 'runs', context.table.sort.small.workgroup, lanes * items);
  return {
    ...common,
    subgroups: lanes > 1 && context.subgroups,
    constants: { ...common.constants, LANES: lanes, ITEMS: items },
    bindings: [
      ...(['state', 'spans', 'binIndex', 'runsMost'] as const),
      ...accessBindings(context),
      ...(toScratch ? (['keysTo'] as const) : []),
      ...keyBindings(context),
    ],
    pieces: [
      ...pieces('sort/runs/sort', 'state/layout', 'state/lists', 'state/workgroup_index'),
      ...accessPieces(context),
      ...pieces('sort/small/item/key', toScratch ? 'sort/runs/to_scratch' : 'sort/runs/to_output'),
      ...(lanes > 1 ? [piece(exchange)] : []),
      networkPiece(lanes, items),
      ...keyPieces(context),
    ],
  };
}

function mergeKernel(context: SortContext, run: number, last: boolean): Kernel {
  return {
    ...shared(context, last ? 'last merge' : 'merge', context.table.sort.medium.workgroup, run),
    subgroups: false,
    bindings: [
      ...(['state', 'spans', 'binIndex', 'runsMost', 'runShift', 'keysFrom', 'keysTo'] as const),
      ...keyBindings(context),
    ],
    pieces: [
      ...pieces('sort/runs/merge', 'state/layout', 'state/lists', 'state/workgroup_index'),
      ...pieces('sort/runs/item', last ? 'sort/runs/leave_bits' : 'sort/runs/leave_sort_key'),
      mergePiece(BLOCK),
      ...keyPieces(context),
    ],
  };
}

/** The passes that sort one medium bin: its runs, then merges of runs twice as long each. */
export function runPasses(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  const shape = runShape(context) as SmallShape;
  const run = shape.lanes * shape.items;
  const runs = Math.ceil(bin.maxLength / run);
  const merges = Math.ceil(Math.log2(runs));
  const side = (after: number) => ((merges - after) % 2 === 0 ? 'output' : 'scratch');
  const constant = (value: number): Resource => ({ kind: 'constant', value });
  const resources = { binIndex: constant(index), runsMost: constant(runs) };
  const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
  const toScratch = side(0) === 'scratch';
  const sorted = {
    kernel: runsKernel(context, shape, toScratch),
    resources: { ...resources, ...(toScratch ? { keysTo: sideResource('keys', 'scratch') } : {}) },
  };
  const merged = Array.from({ length: merges }, (_, i) => ({
    kernel: mergeKernel(context, run, i === merges - 1),
    resources: {
      ...resources,
      runShift: constant(Math.log2(run) + i),
      keysFrom: sideResource('keys', side(i)),
      keysTo: sideResource('keys', side(i + 1)),
    },
  }));
  return [sorted, ...merged].map((pass) => ({ ...pass, grid, bin: index, traffic }));
}
