import { ARGS } from '../partition/plan.ts';
import type { Kernel, Pass } from '../record/plan.ts';
import { type PieceName, pieces } from '../template/pieces.ts';
import { groupParts, LEAF, operatorParts, type ReduceContext } from './context.ts';

const SHARED: PieceName[] = ['state/layout', 'state/workgroup_index'];

/** First stage: every tile of every large segment. */
function tilesKernel(context: ReduceContext): Kernel {
  const { workgroup, tile, tileLanes } = context.table.reduce;
  const group = groupParts(context, { lanes: tileLanes, workgroup, leaf: LEAF, longest: tile });
  const operator = operatorParts(context);
  return {
    name: 'reduce/large tiles',
    subgroups: group.subgroups,
    constants: { ...group.constants, ...operator.constants, TILE: tile },
    bindings: ['state', 'large', 'input', 'partials'],
    pieces: [
      ...pieces('reduce/tiles', 'reduce/source_input', 'partition/tiles', ...SHARED),
      ...group.pieces,
      ...operator.pieces,
    ],
  };
}

/** Second stage: the tiles' results of every large segment. A tile is a subtree, so a result is a leaf here. */
function partialsKernel(context: ReduceContext): Kernel {
  const { workgroup, tile, tileLanes } = context.table.reduce;
  const longest = Math.ceil(context.maxItems / tile);
  const group = groupParts(context, { lanes: tileLanes, workgroup, leaf: 1, longest });
  const operator = operatorParts(context);
  return {
    name: 'reduce/large partials',
    subgroups: group.subgroups,
    constants: { ...group.constants, ...operator.constants, TILE: tile },
    bindings: ['state', 'large', 'partials', 'output'],
    pieces: [...pieces('reduce/partials', 'reduce/source_partials', ...SHARED), ...group.pieces, ...operator.pieces],
  };
}

/** All large segments together: tiles, then their results. */
export function largePasses(context: ReduceContext, bin: number): Pass[] {
  return [
    { kernel: tilesKernel(context), grid: { kind: 'indirect', slot: ARGS.tiles }, resources: {}, bin },
    { kernel: partialsKernel(context), grid: { kind: 'indirect', slot: ARGS.large }, resources: {}, bin },
  ];
}
