import largePartials from '../../../wgsl/reduce/large/partials.wgsl';
import largeTiles from '../../../wgsl/reduce/large/tiles.wgsl';
import { storeModule } from '../../operators/accumulator.ts';
import { ARGS } from '../../partition/plan.ts';
import type { Pass } from '../../plan/plan.ts';
import { foldedBytes, type ReduceContext } from '../context.ts';
import { groupPart, inputPart, partialsPart } from '../fold/parts.ts';
import { accumulatorPart, partedKernel } from '../kernel.ts';
import { resultsPart } from '../results/plan.ts';
import { leafOf } from '../spec.ts';

/**
 * Tile slots for each tile's worth of items. Segments of a tile or more that do not overlap get at least this many
 * slots each.
 */
export const SPREAD = 16;

/** Slots for the results of tiles. */
export function partialSlots({ maxItems, table }: ReduceContext): number {
  return Math.floor(maxItems / table.reduce.tile) * SPREAD;
}

/** The method of the large bin, as `describe()` prints it. */
export function largeMethod({ table }: ReduceContext): string {
  return `tiles of ${table.reduce.tile}+ items`;
}

/** The two passes of all large segments: the first folds tiles, the second folds the tiles' results. */
export function largePasses(context: ReduceContext, bin: number): Pass[] {
  const { workgroup, tile, tileLanes } = context.table.reduce;
  const constants = { TILE: tile, LARGE_BIN: bin };
  const group = { lanes: tileLanes, workgroup, longest: Number.POSITIVE_INFINITY };
  const tiles = partedKernel('reduce/large tiles', largeTiles, [
    { constants, modules: [storeModule(context.accumulator, 'storePartial', 'partials')] },
    inputPart(context),
    groupPart(context, { ...group, leaf: leafOf(context) }),
    accumulatorPart(context),
    resultsPart(context),
  ]);
  const partials = partedKernel('reduce/large partials', largePartials, [
    { constants },
    partialsPart(context),
    groupPart(context, { ...group, leaf: 1 }),
    accumulatorPart(context),
    resultsPart(context),
  ]);
  const { item, result } = foldedBytes(context);
  return [
    { ...tiles, grid: { kind: 'indirect', slot: ARGS.tiles }, bins: [bin], traffic: { item, segment: 12 + result } },
    { ...partials, grid: { kind: 'indirect', slot: ARGS.large }, bins: [bin] },
  ];
}
