import type { DeviceFacts } from '../device.ts';
import {
  ARGS,
  largeBounds,
  NO_BIN,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
  STATE_WORDS,
} from '../partition/plan.ts';
import { layOut, type Plan } from '../record/plan.ts';
import { scanSums } from '../scan/plan.ts';
import { familyOf, type Tuning, tuningTable } from '../tuning.ts';
import type { ReduceAccess, ReduceBin, ReduceContext, ReduceSpec } from './context.ts';
import { largePasses } from './large.ts';
import { segmentsPass } from './segments.ts';

/** The bins of a reduce. Empty segments belong to the first: their result is the identity. */
function reduceBins(context: ReduceContext, access: ReduceAccess): ReduceBin[] {
  const { bins: shapes, workgroup, tileLanes } = context.table.reduce;
  const longest = Math.min(context.maxSegmentSize, context.maxItems);
  const bins: ReduceBin[] = [];
  const add = (bin: Omit<ReduceBin, 'minLength'>) => {
    const previous = bins.at(-1);
    const minLength = previous ? previous.maxLength + 1 : 0;
    if (minLength <= longest) bins.push({ ...bin, minLength });
  };
  shapes.forEach(({ limit, lanes, name }, i) => {
    // Segments given as begin and end may overlap: their tiles know no bound, so the last group takes any length.
    const last = access.form === 'ranges' && i === shapes.length - 1;
    const method = lanes === 1 ? 'one lane' : lanes === workgroup ? 'one workgroup' : `${lanes} lanes`;
    const segmentsPerWorkgroup = workgroup / lanes;
    add({
      name,
      maxLength: last ? Number.POSITIVE_INFINITY : limit,
      lanes,
      method,
      segmentsPerWorkgroup,
      workgroupsMost: NO_BIN,
    });
  });
  if (access.form === 'ranges') return bins;
  add({
    name: 'large',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: tileLanes,
    method: `tiles of ${context.table.reduce.tile} items, then their results`,
    segmentsPerWorkgroup: 1,
    workgroupsMost: 0,
  });
  return bins;
}

/** Everything a segmented reduce records, as plain data. Needs no GPU. */
export function reducePlan(spec: ReduceSpec, access: ReduceAccess, facts: DeviceFacts, tuning: Tuning): Plan {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const family = familyOf(facts, tuning);
  const table = tuningTable(facts, tuning);
  const context: ReduceContext = { ...spec, family, table, subgroups, lanes: subgroups ? facts.subgroupMinSize : 1 };
  const bins = reduceBins(context, access);
  const { tile, workgroup, tileLanes } = table.reduce;
  const partition: PartitionSpec = {
    bins,
    minLength: 0,
    large: {
      tile,
      counters: 0,
      tilesPerWorkgroup: workgroup / tileLanes,
      segmentsPerWorkgroup: workgroup / tileLanes,
    },
    cooperative: family === 'gpu',
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: true,
    table,
  };
  const hasLarge = bins.at(-1)?.name === 'large';
  const passes = partitionPasses(partition);
  bins.forEach((bin, index) => {
    const grid = { kind: 'indirect', slot: ARGS.firstBin + index } as const;
    if (bin.name !== 'large') passes.push(segmentsPass(context, bin, index, grid));
  });
  if (hasLarge) passes.push(...largePasses(context, bins.length - 1));
  const bounds = largeBounds(hasLarge ? spec.maxItems : 0, tile);
  const counters = partitionCounters(partition, spec.maxSegments);
  const { regions, bytes } = layOut({
    state: 4 * (STATE_WORDS + spec.maxSegments),
    spans: 8 * spec.maxSegments,
    counters: 4 * counters,
    sums: 4 * scanSums(table, partition.cooperative, counters),
    large: 16 * bounds.segments,
    partials: 4 * bounds.tiles,
  });
  return { passes, regions, temporaryBytes: bytes, argsSlots: ARGS.firstBin + bins.length, classes: bins };
}
