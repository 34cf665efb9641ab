import largeFinish from '../../wgsl/partition/large_finish.wgsl';
import largeTable from '../../wgsl/partition/large_table.wgsl';
import largeTiles from '../../wgsl/partition/large_tiles.wgsl';
import finishTiles from '../../wgsl/sort/large/finish_tiles.wgsl';
import { type BinGrid, type PartitionSpec, partitionCounters, partitionSums } from '../partition/plan.ts';
import { STATE } from '../plan/state.ts';
import type { SelectAccess, SelectContext } from './context.ts';

/** The partition of a selection: all segments are listed, with their ids. `isDirect`: there are no lists. */
export function selectPartition(
  context: SelectContext,
  access: SelectAccess,
  grids: readonly BinGrid[],
  isDirect: boolean,
  perWorkgroup = context.stages.blocks(context.table.sort.large.workgroup),
): PartitionSpec {
  const { table, stages, bins, maxSegments } = context;
  const { tile } = table.sort.large;
  return {
    bins,
    maxSegments,
    grids,
    minLength: Math.min(1, bins[0]?.minLength ?? 1),
    large: {
      tile,
      tiles: largeTiles,
      entries: largeTable,
      finish: [largeFinish, finishTiles],
      constants: { TILE_COUNTERS: 1 },
      tasksPerSegment: 1,
      perWorkgroup,
    },
    variant: stages.partition,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: true,
    unbinned: isDirect,
    table,
  };
}

/** Sizes of the partition's scratch ranges, in bytes. */
export function partitionRegions(context: SelectContext, partition: PartitionSpec): Record<string, number> {
  const { maxSegments, room } = context;
  return {
    state: 4 * (STATE.FIRST_ID + maxSegments),
    spans: 8 * maxSegments,
    counters: 4 * partitionCounters(partition),
    sums: 4 * partitionSums(partition),
    large: 16 * room.segments,
  };
}

/** Whether the plan needs no partition, because a single network takes all segments. */
export function isDirect({ bins, maxSegments }: SelectContext): boolean {
  return bins.at(-1)?.method === 'network' && maxSegments <= DIRECT_SEGMENTS;
}

/** The maximum number of segments without a partition. The longest network takes each of them, also short ones. */
const DIRECT_SEGMENTS = 256;
