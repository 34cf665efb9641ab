import largeFile from '../../wgsl/partition/large.wgsl';
import { type BinGrid, type PartitionSpec, partitionCounters, partitionSums } from '../partition/plan.ts';
import { section } from '../plan/module.ts';
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
      tiles: section(largeFile, 'tiles', 'table'),
      entries: section(largeFile, 'entries', 'table'),
      finish: [section(largeFile, 'finish', 'table'), section(largeFile, 'finishTiles', 'counters')],
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
