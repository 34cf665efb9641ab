/** Indices in segments under a custom order, whose permutation counts from the array's start. */
import deliverListed from '../../../wgsl/sort/convert/deliver_listed.wgsl';
import deliverTiles from '../../../wgsl/sort/convert/deliver_tiles.wgsl';
import { ARGS } from '../../partition/plan.ts';
import type { Pass } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import { customKeysOf, type GridOf, type SortBin, type SortContext, SPAN_BYTES } from '../context.ts';

/** Lanes that share a listed segment on GPUs. Longer segments of these bins have a few thousand items. */
const LANES_PER_SEGMENT = 16;

/**
 * The passes that write the indices in segments: of the listed segments, and of the large ones. `perWorkgroup` is the
 * number of tiles of a workgroup in passes over tiles.
 */
export function deliveryPasses(
  context: SortContext,
  perWorkgroup: number,
  bins: readonly SortBin[],
  gridOf: GridOf,
): Pass[] {
  if (context.indexFrom !== 'segment' || !customKeysOf(context)) return [];
  const { workgroup } = context.table.sort.large;
  const listed = bins.flatMap(({ method }, i) => (method === 'tiles' ? [] : [i]));
  const passes: Pass[] = [];
  if (listed.length > 0) {
    // Where a lane takes a whole tile, it takes a whole segment as well.
    const LANES = perWorkgroup > 1 ? 1 : LANES_PER_SEGMENT;
    const constants = { ...STATE, WORKGROUP: workgroup, LANES, LISTED_BINS: listed.length };
    passes.push({
      kernel: { name: 'deliver listed', entry: deliverListed, constants },
      grid: gridOf({
        tasksPerSegment: Object.fromEntries(listed.map((bin) => [bin, 1])),
        tasksPerWorkgroup: workgroup / LANES,
      }),
      bins: listed,
      traffic: { segment: SPAN_BYTES, item: 8 },
    });
  }
  if (listed.length < bins.length) {
    const { tile } = context.table.sort.large;
    const constants = { ...STATE, WORKGROUP: workgroup, LANES: workgroup / perWorkgroup, TILE: tile };
    passes.push({
      kernel: { name: 'deliver tiles', entry: deliverTiles, constants },
      grid: { kind: 'indirect', slot: ARGS.tiles },
      bins: [bins.length - 1],
      traffic: { item: 8 },
    });
  }
  return passes;
}
