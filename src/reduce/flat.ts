import { binPieces, LONG_SPANS, type PartitionSpec, partitionConstants } from '../partition/plan.ts';
import { counted, type Pass } from '../record/plan.ts';
import {
  accumulatorPart,
  foldedBytes,
  inputPart,
  isBracketed,
  kernelOf,
  leafOf,
  type ReduceAccess,
  type ReduceContext,
  resultsPart,
  stackLevels,
} from './context.ts';
import { pieces } from './pieces.ts';

const LENGTHS_WORKGROUP = 64;

/** Segments of which only the lengths are asked for. */
export function lengthsPass(context: ReduceContext, { form }: ReduceAccess): Pass {
  const grid = counted('segments', 1, LENGTHS_WORKGROUP);
  return {
    ...kernelOf('reduce/lengths', [
      {
        constants: { WORKGROUP: LENGTHS_WORKGROUP },
        bindings: form === 'ranges' ? ['state', 'begins', 'ends'] : ['state', 'offsets'],
        pieces: pieces(
          'reduce/lengths',
          form === 'ranges' ? 'segments/ranges' : 'segments/offsets_or_size',
          'state/layout',
          'state/workgroup_index',
        ),
      },
      accumulatorPart(context),
      resultsPart(context),
    ]),
    grid,
  };
}

/** The longest segment that a walk folds itself. */
export function flatMost(context: ReduceContext): number {
  const { workgroup, flat } = context.table.reduce;
  // A lane of a workgroup takes a leaf.
  return context.family === 'gpu' ? Math.min(flat.lengthMost, workgroup * leafOf(context)) : flat.lengthMost;
}

/** Segments by offsets or of one size, walked by blocks that own equal stretches of them; long ones are listed for later passes. */
export function flatPasses(context: ReduceContext, partition: PartitionSpec): Pass[] {
  const { workgroup, flat } = context.table.reduce;
  const { tile } = flat;
  const { cooperative } = partition;
  const leaf = leafOf(context);
  const lengthMost = flatMost(context);
  const walk = kernelOf('reduce/flat walk', [
    {
      aliases: { Scanned: 'u32' },
      constants: {
        WORKGROUP: workgroup,
        LEAF: leaf,
        STACK: stackLevels(Math.ceil(lengthMost / leaf)),
        FLAT_TILE: tile,
        FLAT_MOST: lengthMost,
        TREE: isBracketed(context),
      },
      bindings: ['state', 'offsets', 'longSpans'],
      resources: { longSpans: LONG_SPANS },
      pieces: pieces(
        ...(cooperative
          ? (['reduce/flat/walk_workgroup', 'block/cooperative'] as const)
          : (['reduce/flat/walk_lone', 'reduce/stack'] as const)),
        'reduce/flat/owned',
        'reduce/flat/list',
        'segments/offsets_or_size',
        'state/layout',
        'state/workgroup_index',
      ),
    },
    inputPart(context),
    accumulatorPart(context),
    resultsPart(context),
  ]);
  const perWorkgroup = cooperative ? 1 : workgroup;
  const grid = counted('both', tile, perWorkgroup, { extra: 1 });
  const finish = kernelOf('reduce/flat finish', [
    {
      constants: partitionConstants(partition),
      bindings: ['state', 'args', 'longSpans'],
      resources: { longSpans: LONG_SPANS },
      pieces: [...pieces('reduce/flat/finish', 'reduce/flat/list'), ...binPieces(partition)],
    },
  ]);
  // Long segments are passed over: their items are counted all the same.
  const { item, result } = foldedBytes(context);
  const hasLarge = partition.bins.at(-1)?.name === 'large';
  return [
    { ...walk, grid, bins: [0], traffic: { item, segment: 4 + result, ofCall: true } },
    ...(hasLarge ? [{ ...finish, grid: { kind: 'direct', workgroups: 1 }, form: 'listed' } as const] : []),
  ];
}
