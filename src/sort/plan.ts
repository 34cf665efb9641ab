import type { DeviceFacts } from '../device.ts';
import {
  ARGS,
  largeBounds,
  NO_BIN,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
} from '../partition/plan.ts';
import { layOut, type Pass, type Plan } from '../record/plan.ts';
import { scanSums } from '../scan/plan.ts';
import { familyOf, type Tuning, tuningTable } from '../tuning.ts';
import { DIGITS, type SortAccess, type SortBin, type SortContext, type SortSpec } from './context.ts';
import { keyResources } from './keys.ts';
import { largePasses } from './large.ts';
import { mediumPasses } from './medium.ts';
import { smallPass, smallShapes } from './small.ts';

function sortBins(context: SortContext): SortBin[] {
  const { medium } = context.table.sort;
  const longest = Math.min(context.maxSegmentSize, context.maxItems);
  const bins: SortBin[] = [];
  const add = (bin: Omit<SortBin, 'minLength'>) => {
    const minLength = (bins.at(-1)?.maxLength ?? 0) + 1;
    if (minLength <= Math.max(longest, 1)) bins.push({ ...bin, minLength });
  };
  const smallWorkgroup = context.table.sort.small.workgroup;
  for (const { lanes, items } of smallShapes(context)) {
    const method = `${lanes} lane${lanes > 1 ? 's' : ''} × ${items} registers, sorting network`;
    add({
      name: 'small',
      maxLength: lanes * items,
      lanes,
      items,
      method,
      segmentsPerWorkgroup: smallWorkgroup / lanes,
      workgroupsMost: NO_BIN,
    });
  }
  const smallest = bins.at(-1)?.maxLength ?? 0;
  const perWorkgroup = context.family === 'cpu' ? medium.workgroup : 1;
  for (const limit of medium.limits) {
    if (limit <= smallest) continue;
    const method = context.family === 'cpu' ? 'one invocation, radix sort' : 'one workgroup, radix sort in its memory';
    add({
      name: 'medium',
      maxLength: limit,
      lanes: context.family === 'cpu' ? 1 : medium.workgroup,
      items: Math.ceil(limit / medium.workgroup),
      method,
      segmentsPerWorkgroup: perWorkgroup,
      workgroupsMost: medium.workgroupsMost,
    });
  }
  add({
    name: 'large',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: 1,
    items: 0,
    method: 'tiles, multi-pass radix sort',
    segmentsPerWorkgroup: 1,
    workgroupsMost: 0,
  });
  return bins;
}

/** A plan's scratch memory: partition and radix counters share a region, since one ends before the other begins. */
function sortRegions(context: SortContext, partition: PartitionSpec, hasLarge: boolean, hasMedium: boolean) {
  const { maxItems, maxSegments, table } = context;
  const cooperative = partition.cooperative;
  const bounds = largeBounds(hasLarge ? maxItems : 0, partition.large.tile);
  const counters = Math.max(partitionCounters(partition, maxSegments), bounds.tiles * DIGITS);
  const scratch = hasLarge || (hasMedium && context.family === 'cpu') ? maxItems : 0;
  return layOut({
    state: 4 * (64 + maxSegments),
    counters: 4 * counters,
    sums: 4 * scanSums(table, cooperative, counters),
    large: 16 * Math.max(bounds.segments, 1),
    scratchKeys: 4 * scratch,
    scratchValues: context.pairs ? 4 * scratch : 0,
  });
}

/** Everything a segmented sort records, as plain data. Needs no GPU. */
export function sortPlan(spec: SortSpec, access: SortAccess, facts: DeviceFacts, tuning: Tuning): Plan {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const family = familyOf(facts, tuning);
  const table = tuningTable(facts, tuning);
  const context: SortContext = {
    ...spec,
    ...access,
    family,
    table,
    subgroups,
    lanes: subgroups ? facts.subgroupMinSize : 1,
  };
  const bins = sortBins(context);
  const cooperative = family === 'gpu';
  const { workgroup, tile } = table.sort.large;
  const partition: PartitionSpec = {
    bins,
    minLength: 1,
    large: { tile, counters: DIGITS, tilesPerWorkgroup: cooperative ? 1 : workgroup, segmentsPerWorkgroup: 1 },
    cooperative,
    table,
  };
  const hasLarge = bins.some((bin) => bin.name === 'large');
  const hasMedium = bins.some((bin) => bin.name === 'medium');
  const passes: Pass[] = partitionPasses(partition);
  bins.forEach((bin, index) => {
    const grid = { kind: 'indirect', slot: ARGS.firstBin + index } as const;
    if (bin.name === 'small') passes.push(smallPass(context, bin, index, grid));
    if (bin.name === 'medium') passes.push(...mediumPasses(context, bin, index, grid));
  });
  if (hasLarge) passes.push(...largePasses(context));
  // One map of keys for all passes that read them.
  const keys = keyResources(spec.keyType, spec.order);
  const keyed = passes.map((pass) => ({ ...pass, resources: { ...pass.resources, ...keys } }));
  const { regions, bytes } = sortRegions(context, partition, hasLarge, hasMedium);
  return { passes: keyed, regions, temporaryBytes: bytes, argsSlots: ARGS.firstBin + bins.length, classes: bins };
}
