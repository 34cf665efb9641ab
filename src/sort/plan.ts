import partitionLargeTable from '../../wgsl/partition/large_table.wgsl';
import partitionLarge from '../../wgsl/partition/large_tiles.wgsl';
import { refused } from '../errors.ts';
import type { DeviceFacts } from '../gpu/facts.ts';
import {
  ARGS,
  argsSlots,
  type BinGrid,
  largeBounds,
  PARTITION_RESOURCES,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
} from '../partition/plan.ts';
import { layOut, type Pass, type Plan } from '../plan/plan.ts';
import { MOST_BINS, STATE } from '../plan/state.ts';
import { scanSums } from '../scan/plan.ts';
import { type Family, type FamilyTuning, familyOf, type Tuning, tuningTable } from '../tuning/tuning.ts';
import { binsBy, sortBins } from './bins.ts';
import { type GridOf, ownKeysOf, type SortAccess, type SortBin, type SortContext, type SortSpec } from './context.ts';
import { conversions } from './convert/plan.ts';
import { keyResources, keyTraits, keyType } from './keys/keys.ts';
import { COLUMN_GROUPS, counterRow, largePasses } from './large/radix.ts';
import { mediumDigitPasses, mediumPass } from './medium/radix.ts';
import { runBins, runPasses } from './medium/runs.ts';
import { largeMerges, mediumMerges } from './merge/plan.ts';
import { smallPass } from './small/plan.ts';

/** A plan's scratch memory: partition and radix counters share a region, since one ends before the other begins. */
function sortRegions(context: SortContext, partition: PartitionSpec): Record<string, number> {
  const { maxItems, maxSegments, table } = context;
  const has = (name: string) => partition.bins.some((bin) => bin.name === name);
  const bounds = largeBounds(context, partition.bins.at(-1), partition.large.tile);
  // In family cpu every segment has a row of counters as well.
  const rows = bounds.tiles + (context.family === 'cpu' ? bounds.segments : 0);
  const tileCounters = rows * (context.compare ? 1 : counterRow(context));
  const counters = Math.max(partitionCounters(partition, maxSegments), tileCounters);
  const passed = context.family === 'cpu' || context.compare !== undefined || runBins(context) > 0;
  const scratch = has('large') || (has('medium') && passed) ? maxItems : 0;
  return {
    state: 4 * STATE.FIRST_ID,
    spans: 8 * maxSegments,
    counters: 4 * counters,
    sums: 4 * (partition.cooperative ? scanSums(table, counters) : 0),
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
  const most = (medium.limits.at(-1) ?? 0) >> 1;
  const limits = [...new Set(medium.limits.map((limit) => Math.min(limit, most)))];
  return {
    ...table,
    sort: { ...table.sort, medium: { ...medium, limits }, large: { ...large, tile: large.tile / 2 } },
  };
}

/** The passes that sort the medium bins that are not sorted as runs. */
function limitedPasses(context: SortContext, bins: readonly SortBin[], gridOf: GridOf): Pass[] {
  if (context.family === 'cpu' && !context.compare) {
    return mediumDigitPasses(context, binsBy(bins, 'limits'), gridOf);
  }
  const sharesPerWorkgroup = context.family === 'cpu' ? context.table.sort.medium.workgroup : 1;
  return bins.flatMap((bin, index) => {
    if (bin.by !== 'limits') return [];
    const grid = gridOf({ shares: { [index]: 1 }, sharesPerWorkgroup });
    return (context.compare ? mediumMerges : mediumPass)(context, bin, index, grid);
  });
}

/** The passes that sort all bins. */
function sortingPasses(context: SortContext, bins: readonly SortBin[], gridOf: GridOf): Pass[] {
  const { workgroup } = context.table.sort.small;
  const small = bins.flatMap((bin, index) => {
    if (bin.by !== 'network') return [];
    return smallPass(
      context,
      bin,
      index,
      gridOf({ shares: { [index]: 1 }, sharesPerWorkgroup: workgroup / bin.lanes }),
    );
  });
  const runs = runPasses(context, bins, gridOf);
  const limited = limitedPasses(context, bins, gridOf);
  const last = bins.at(-1);
  const large =
    last?.by !== 'tiles' ? [] : (context.compare ? largeMerges : largePasses)(context, last, bins.length - 1);
  return [...small, ...runs, ...limited, ...large];
}

/** What is to be done with segments of one item: in place nothing. */
function unitsOf(context: SortContext): NonNullable<PartitionSpec['units']> {
  const { pairs, keysInPlace, valuesInPlace } = context;
  const copies = [
    ...(keysInPlace ? [] : [{ to: 'keysOut', from: 'keysIn', type: 'array<Key>' }]),
    ...(pairs && !valuesInPlace ? [{ to: 'valuesOut', from: 'valuesIn', type: 'array<u32>' }] : []),
  ];
  return { aliases: { Key: keyType(context) }, copies };
}

/** Everything a segmented sort records, as plain data. Needs no GPU. */
export function sortPlan(spec: SortSpec, access: SortAccess, facts: DeviceFacts, tuning: Tuning): Plan {
  const context = sortContext(spec, access, facts, tuning);
  const { table } = context;
  const bins = sortBins(context);
  if (bins.length > MOST_BINS) {
    const { small, medium } = table.sort;
    throw refused(
      'invalid-option',
      'tuning.sort',
      `${bins.length} bins by lengthMost ${small.lengthMost}, threeQuarters ${small.threeQuarters}, mergedMost ${medium.mergedMost}, limits ${medium.limits}`,
      `at most ${MOST_BINS}`,
    );
  }
  const cooperative = context.family === 'gpu';
  const { workgroup, tile } = table.sort.large;
  const grids: BinGrid[] = [];
  const gridOf: GridOf = (grid) => ({ kind: 'indirect', slot: ARGS.firstGrid + grids.push(grid) - 1 });
  const sorting = sortingPasses(context, bins, gridOf);
  const partition: PartitionSpec = {
    bins,
    grids,
    minLength: 1,
    units: unitsOf(context),
    large: {
      tile,
      counters: counterRow(context),
      spread: 0,
      modules: [partitionLarge, partitionLargeTable],
      shares: COLUMN_GROUPS,
      perWorkgroup: cooperative ? 1 : workgroup,
    },
    cooperative,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: false,
    table,
  };
  const conversion = conversions(context, access);
  const [setup, ...partitioning] = partitionPasses(partition);
  const { regions, bytes } = layOut({ ...sortRegions(context, partition), ...conversion.regions });
  return {
    passes: [
      setup as Pass,
      ...conversion.before,
      ...[...partitioning, ...sorting].map((pass) => ({ ...pass, instead: conversion.instead })),
      ...conversion.after,
    ],
    regions,
    resources: {
      ...PARTITION_RESOURCES,
      ...keyResources(spec),
      // What is compared is the call's own, though indices are sorted in its stead.
      input: { kind: 'argument', name: 'keysIn' },
    },
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * Math.max(ownKeysOf(spec)?.bytes ?? context.key.bytes, spec.valueBytes),
    argsSlots: argsSlots(partition),
    classes: bins,
  };
}
