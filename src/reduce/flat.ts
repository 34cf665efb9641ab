import { binPieces, LONG_SPANS, type PartitionSpec, partitionConstants } from '../partition/plan.ts';
import type { Grid, Pass } from '../record/plan.ts';
import { pieces } from '../template/pieces.ts';
import {
  accumulatorPart,
  inputPart,
  kernelOf,
  LEAF,
  type ReduceAccess,
  type ReduceContext,
  resultsPart,
  stackLevels,
} from './context.ts';

const LENGTHS_WORKGROUP = 64;

/** Segments of which only the lengths are asked for. */
export function lengthsPass(context: ReduceContext, { form }: ReduceAccess): Pass {
  const grid: Grid = {
    kind: 'counted',
    of: 'segments',
    perBlock: 1,
    rows: 1,
    extra: 0,
    perWorkgroup: LENGTHS_WORKGROUP,
  };
  return {
    ...kernelOf('reduce/lengths', [
      {
        constants: { WORKGROUP: LENGTHS_WORKGROUP },
        bindings: form === 'ranges' ? ['state', 'begins', 'ends'] : ['state', 'offsets'],
        pieces: pieces('reduce/lengths', `segments/${form}`, 'state/layout', 'state/workgroup_index'),
      },
      accumulatorPart(context),
      resultsPart(context),
    ]),
    grid,
    form: 'listed',
  };
}

/** Segments by offsets, walked by invocations that own equal stretches of them; long ones are listed for later passes. */
export function flatPasses(context: ReduceContext, partition: PartitionSpec, flat: FlatTuning): Pass[] {
  const { workgroup } = context.table.reduce;
  const { tile, lengthMost } = flat;
  const walk = kernelOf('reduce/flat walk', [
    {
      constants: {
        WORKGROUP: workgroup,
        LEAF,
        STACK: stackLevels(Math.ceil(lengthMost / LEAF)),
        FLAT_TILE: tile,
        FLAT_MOST: lengthMost,
        TREE: context.accumulator.components.some(({ bracketed }) => bracketed),
      },
      bindings: ['state', 'offsets', 'longSpans'],
      resources: { longSpans: LONG_SPANS },
      pieces: pieces(
        'reduce/flat/walk',
        'reduce/flat/list',
        'reduce/leaf',
        'reduce/stack',
        'segments/offsets',
        'state/layout',
        'state/workgroup_index',
      ),
    },
    inputPart(context),
    accumulatorPart(context),
    resultsPart(context),
  ]);
  const grid: Grid = { kind: 'counted', of: 'both', perBlock: tile, rows: 1, extra: 1, perWorkgroup: workgroup };
  const finish = kernelOf('reduce/flat finish', [
    {
      constants: partitionConstants(partition),
      bindings: ['state', 'args', 'longSpans'],
      resources: { longSpans: LONG_SPANS },
      pieces: [...pieces('reduce/flat/finish', 'reduce/flat/list'), ...binPieces(partition)],
    },
  ]);
  const hasLarge = partition.bins.at(-1)?.name === 'large';
  return [
    { ...walk, grid, form: 'listed' },
    ...(hasLarge ? [{ ...finish, grid: { kind: 'direct', workgroups: 1 }, form: 'listed' } as const] : []),
  ];
}

export type FlatTuning = NonNullable<ReduceContext['table']['reduce']['flat']>;
