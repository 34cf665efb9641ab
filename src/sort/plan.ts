import type { DeviceFacts } from '../device.ts';
import { SegmentedError } from '../errors.ts';
import {
  ARGS,
  largeBounds,
  MOST_BINS,
  NO_BIN,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
  STATE_WORDS,
} from '../partition/plan.ts';
import {
  type BindingName,
  type Grid,
  layOut,
  type Pass,
  type Plan,
  type Resource,
  resourceOf,
} from '../record/plan.ts';
import { scanSums } from '../scan/plan.ts';
import { type Family, type FamilyTuning, familyOf, type Tuning, tuningTable } from '../tuning/tuning.ts';
import { ownKeysOf, type SortAccess, type SortBin, type SortContext, type SortSpec } from './context.ts';
import { conversions } from './convert.ts';
import { keyResources, keyTraits } from './keys.ts';
import { counterRow, largePasses } from './large.ts';
import { mediumPasses } from './medium.ts';
import { largeMerges, mediumMerges } from './merges.ts';
import { mergesRuns, runPasses, runShape } from './runs.ts';
import { type SmallShape, smallPass, smallShapes } from './small.ts';

/** The bins past the small ones, up to the longest medium one. */
function mediumBins(context: SortContext, smallest: number): Omit<SortBin, 'minLength'>[] {
  const { small, medium } = context.table.sort;
  const { limits, workgroup, workgroupsMost } = medium;
  if (mergesRuns(context)) {
    const { lanes, items } = runShape(context) as SmallShape;
    const doublings = Math.max(0, Math.floor(Math.log2((limits.at(-1) ?? 0) / smallest)));
    return Array.from({ length: doublings }, (_, i) => ({
      name: 'medium',
      maxLength: smallest * 2 ** (i + 1),
      lanes,
      items,
      method: `runs of ${smallest} items, merged ${i + 1} time${i > 0 ? 's' : ''}`,
      shares: 2 ** (i + 1),
      segmentsPerWorkgroup: small.workgroup / lanes,
      // Not a loop over a list: every share has lanes of its own.
      workgroupsMost: NO_BIN,
    }));
  }
  const alone = context.family === 'cpu';
  const sort = context.compare ? 'merge sort' : alone ? 'radix sort' : 'radix sort in its memory';
  return limits
    .filter((limit) => limit > smallest)
    .map((limit) => ({
      name: 'medium',
      maxLength: limit,
      workgroupsMost,
      lanes: alone ? 1 : workgroup,
      items: Math.ceil(limit / workgroup),
      method: `${alone ? 'one invocation' : 'one workgroup'}, ${sort}`,
      segmentsPerWorkgroup: alone ? workgroup : 1,
    }));
}

function sortBins(context: SortContext): SortBin[] {
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
  for (const bin of mediumBins(context, smallest)) add(bin);
  add({
    name: 'large',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: 1,
    items: 0,
    method: `tiles, multi-pass ${context.compare ? 'merge' : 'radix'} sort`,
    segmentsPerWorkgroup: 1,
    workgroupsMost: 0,
  });
  return bins;
}

/** A plan's scratch memory: partition and radix counters share a region, since one ends before the other begins. */
function sortRegions(context: SortContext, partition: PartitionSpec): Record<string, number> {
  const { maxItems, maxSegments, table } = context;
  const has = (name: string) => partition.bins.some((bin) => bin.name === name);
  const bounds = largeBounds(has('large') ? maxItems : 0, partition.large.tile);
  // In family cpu every segment has a row of counters as well.
  const rows = bounds.tiles + (context.family === 'cpu' ? bounds.segments : 0);
  const tileCounters = rows * (context.compare ? 1 : counterRow(context));
  const counters = Math.max(partitionCounters(partition, maxSegments), tileCounters);
  const passed = context.family === 'cpu' || context.compare !== undefined || mergesRuns(context);
  const scratch = has('large') || (has('medium') && passed) ? maxItems : 0;
  return {
    state: 4 * STATE_WORDS,
    spans: 8 * maxSegments,
    counters: 4 * counters,
    sums: 4 * scanSums(table, partition.cooperative, counters),
    large: 16 * bounds.segments,
    scratchKeys: 4 * context.key.words * scratch,
    scratchValues: context.pairs ? 4 * scratch : 0,
  };
}

function sortContext(spec: SortSpec, access: SortAccess, facts: DeviceFacts, tuning: Tuning): SortContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const key = keyTraits(spec);
  const own = ownKeysOf(spec);
  return {
    ...spec,
    ...access,
    // What goes through scratch memory is never in place.
    keysInPlace: access.keysInPlace && key.bytes >= 4 && !own,
    valuesInPlace: access.valuesInPlace && spec.valueBytes === 4 && !own,
    key,
    pairs: own ? spec.orderBy !== undefined : spec.valueBytes > 0,
    family: familyOf(facts, tuning),
    table: sortTable(tuningTable(facts, tuning), key.words, familyOf(facts, tuning)),
    subgroups,
    lanes: subgroups ? facts.subgroupMinSize : 1,
  };
}

/** Keys of two words: a workgroup's tile holds half as many. */
function sortTable(table: FamilyTuning, keyWords: 1 | 2, family: Family): FamilyTuning {
  if (family === 'cpu' || keyWords === 1) return table;
  const { medium, large } = table.sort;
  const most = (medium.limits.at(-1) ?? 0) / 2;
  const limits = [...new Set(medium.limits.map((limit) => Math.min(limit, most)))];
  return {
    ...table,
    sort: { ...table.sort, medium: { ...medium, limits }, large: { ...large, tile: large.tile / 2 } },
  };
}

/** Gives every binding its resource, with what lies in scratch memory instead of the caller's, and one key map. */
function bound(pass: Pass, instead: Readonly<Record<string, Resource>>, spec: SortSpec): Pass {
  const resources: Partial<Record<BindingName, Resource>> = {};
  for (const name of pass.kernel.bindings) {
    const resource = resourceOf(pass, name);
    resources[name] = (resource.kind === 'argument' && instead[resource.name]) || resource;
  }
  if (resources.keyMap) Object.assign(resources, keyResources(spec));
  // What is compared is the call's own, though indices are sorted in its stead.
  if (resources.input) resources.input = { kind: 'argument', name: 'keysIn' };
  return { ...pass, resources };
}

/** What sorts a small bin; one that is as long as a run of longer ones shares their kernel. */
function smallPasses(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  const shape = mergesRuns(context) ? runShape(context) : undefined;
  const isRun = shape && shape.lanes * shape.items === bin.maxLength;
  return isRun ? runPasses(context, bin, index, grid) : [smallPass(context, bin, index, grid)];
}

/** What sorts the medium bins. */
function mediumOf(context: SortContext) {
  if (context.compare) return mediumMerges;
  return mergesRuns(context) ? runPasses : mediumPasses;
}

/** Everything a segmented sort records, as plain data. Needs no GPU. */
export function sortPlan(spec: SortSpec, access: SortAccess, facts: DeviceFacts, tuning: Tuning): Plan {
  const context = sortContext(spec, access, facts, tuning);
  const { table } = context;
  const bins = sortBins(context);
  if (bins.length > MOST_BINS) {
    const { small, medium } = table.sort;
    throw new SegmentedError(
      'invalid-option',
      `tuning.sort: ${bins.length} bins from sort.small.lengthMost ${small.lengthMost} to sort.medium.limits ${medium.limits.join(', ')}; allowed: at most ${MOST_BINS}`,
    );
  }
  const cooperative = context.family === 'gpu';
  const { workgroup, tile } = table.sort.large;
  const partition: PartitionSpec = {
    bins,
    minLength: 1,
    large: {
      tile,
      counters: counterRow(context),
      spread: 0,
      tilesPerWorkgroup: cooperative ? 1 : workgroup,
      segmentsPerWorkgroup: 1,
    },
    cooperative,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: false,
    table,
  };
  const conversion = conversions(context, access);
  const sorting = bins.flatMap((bin, index) => {
    const grid = { kind: 'indirect', slot: ARGS.firstBin + index } as const;
    if (bin.name === 'small') return smallPasses(context, bin, index, grid);
    if (bin.name === 'medium') return mediumOf(context)(context, bin, index, grid);
    return (context.compare ? largeMerges : largePasses)(context, index);
  });
  const [setup, ...partitioning] = partitionPasses(partition);
  const { regions, bytes } = layOut({ ...sortRegions(context, partition), ...conversion.regions });
  return {
    passes: [
      setup as Pass,
      ...conversion.before,
      ...partitioning,
      ...sorting.map((pass) => bound(pass, conversion.instead, spec)),
      ...conversion.after,
    ],
    regions,
    temporaryBytes: bytes,
    argsSlots: ARGS.firstBin + bins.length,
    classes: bins,
  };
}
