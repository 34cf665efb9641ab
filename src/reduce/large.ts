import { ARGS } from '../partition/plan.ts';
import type { Pass } from '../record/plan.ts';
import type { Piece } from '../template/assemble.ts';
import {
  partitionTilesSpread,
  reduceLargePartials,
  reduceLargeTiles,
  stateLayout,
  stateLists,
  stateWorkgroupIndex,
} from '../template/pieces.ts';
import { storePiece } from './accumulator.ts';
import {
  accumulatorPart,
  foldedBytes,
  groupPart,
  inputPart,
  kernelOf,
  leafOf,
  partialsPart,
  type ReduceContext,
  resultsPart,
} from './context.ts';

/** Tile slots for every tile's worth of items: so many tiles a segment there are at least, where segments do not overlap. */
export const SPREAD = 16;

/** Room for the tiles' results, in slots. */
export function partialSlots(maxItems: number, tile: number): number {
  return Math.floor(maxItems / tile) * SPREAD;
}

const SHARED: Piece[] = [partitionTilesSpread, stateLayout, stateLists, stateWorkgroupIndex];

/** All large segments together: tiles, then their results. */
export function largePasses(context: ReduceContext, bin: number): Pass[] {
  const { workgroup, tile, tileLanes } = context.table.reduce;
  const constants = { TILE: tile, LARGE_BIN: bin };
  const group = { lanes: tileLanes, workgroup, longest: Number.POSITIVE_INFINITY };
  const tiles = kernelOf('reduce/large tiles', [
    { constants, bindings: ['state', 'spans', 'partials'], pieces: [reduceLargeTiles, ...SHARED] },
    inputPart(context),
    groupPart(context, { ...group, leaf: leafOf(context) }),
    accumulatorPart(context),
    { pieces: [storePiece(context.accumulator, 'storePartial', 'partials')] },
    resultsPart(context),
  ]);
  const partials = kernelOf('reduce/large partials', [
    { constants, bindings: ['state', 'spans'], pieces: [reduceLargePartials, ...SHARED] },
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
