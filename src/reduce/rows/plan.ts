/**
 * Reduces of rows of `width` elements: each column by itself, by the tree of its own call. Lanes take neighbouring
 * columns. Segments longer than a tile are cut, and their tiles' results folded. Segments are not partitioned
 * (unlisted.ts).
 */
import largeFile from '../../../wgsl/partition/large.wgsl';
import type { DeviceFacts } from '../../gpu/device.ts';
import { argsSlots, PARTITION_RESOURCES, type PartitionSpec, partitionPasses } from '../../partition/plan.ts';
import { section } from '../../plan/link.ts';
import { layOut, type Plan } from '../../plan/plan.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import type { ReduceBin } from '../kernels.ts';
import { type ReduceStages, SPREAD } from '../plan.ts';
import { deliverPasses } from '../results.ts';
import { contextOf, type RowsAccess, type RowsContext, type RowsSpec, resultWords } from './context.ts';
import { callOf, longestWhole, methodsOf, tileBytes, unlistedPasses } from './unlisted.ts';

/** Segments that are folded whole, and others. */
function binsOf(context: RowsContext): ReduceBin[] {
  const { maxSegmentSize, maxItems, taskLanes: lanes } = context;
  const longest = longestWhole(context);
  const [methodText, longMethod] = methodsOf(context);
  const small = { name: 'small', minLength: 0, maxLength: longest, lanes, methodText } as const;
  const large = {
    ...({ name: 'large', minLength: longest + 1, maxLength: Number.POSITIVE_INFINITY, lanes } as const),
    methodText: longMethod,
  };
  return Math.min(maxSegmentSize, maxItems) > longest
    ? [small, large]
    : [{ ...small, maxLength: Number.POSITIVE_INFINITY }];
}

function partitionOf(context: RowsContext, stages: ReduceStages, bins: readonly ReduceBin[]): PartitionSpec {
  const { table, taskLanes, maxSegments, access } = context;
  const perWorkgroup = table.reduce.workgroup / taskLanes;
  return {
    bins,
    maxSegments,
    grids: [{ tasksPerSegment: { 0: 1 }, tasksPerWorkgroup: perWorkgroup }],
    minLength: 0,
    large: {
      tile: 1,
      tiles: section(largeFile, 'tiles', 'spread'),
      entries: section(largeFile, 'entries', 'spread'),
      finish: [section(largeFile, 'finish', 'spread')],
      constants: { SPREAD },
      tasksPerSegment: 1,
      perWorkgroup,
    },
    variant: stages.partition,
    ...access,
    listIds: true,
    table,
  };
}

/** Makes the plan of a reduce of rows. Needs no GPU. */
export function rowsPlan(
  stages: ReduceStages,
  spec: RowsSpec,
  access: RowsAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const context = contextOf(stages, spec, access, facts, tuning);
  const { results, parameters, maxItems, maxSegments, width, element } = context;
  const bins = binsOf(context);
  const partition = partitionOf(context, stages, bins);
  const delivered = deliverPasses(results, width);
  // All plans of a reduce have the same scratch size.
  const words = resultWords(spec);
  const { regions, bytes } = layOut({
    ...tileBytes(context),
    ...(words > 0 ? { results: 4 * words * maxSegments } : {}),
  });
  // Those that deliver results read the state.
  const setup = results.scratchWords > 0 ? partitionPasses({ ...partition, unbinned: true }) : [];
  const passes = [...setup, ...unlistedPasses(context, bins.length > 1), ...delivered];
  return {
    passes,
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: maxItems * (spec.gathers ? 4 : width * element.bytes),
    argsSlots: argsSlots(partition),
    classes: bins,
    unlisted: { maxLength: Math.min(bins[0]?.maxLength ?? 0, 2 ** 32 - 1), modules: callOf(context).modules ?? [] },
    ...(parameters ? { parameters } : {}),
  };
}
