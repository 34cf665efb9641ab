import largeFile from '../../wgsl/partition/large.wgsl';
import singletonFile from '../../wgsl/partition/singleton.wgsl';
import { refused } from '../errors.ts';
import { type DeviceFacts, lanesOf } from '../gpu/facts.ts';
import {
  ARGS,
  argsSlots,
  type BinGrid,
  largeBounds,
  listPasses,
  PARTITION_RESOURCES,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
  partitionSums,
} from '../partition/plan.ts';
import { section } from '../plan/module.ts';
import { layOut, nested, type Pass, type Plan } from '../plan/plan.ts';

import { MAX_BINS, STATE } from '../plan/state.ts';
import { type InternalTuning, tuningTable } from '../tuning/tuning.ts';

import { sortBins } from './bins.ts';
import {
  customKeysOf,
  type GridOf,
  type SortAccess,
  type SortBin,
  type SortContext,
  type SortSpec,
  valueModule,
} from './context.ts';
import { keyResources, keyTraits, keyType } from './keys/keys.ts';
import { keyModulesOf } from './keys/word.ts';
import { smallPass } from './small/plan.ts';
import type { SortStages } from './stages.ts';

/** The scratch ranges of a plan. Partition and radix counters share one: the partition ends before the sort begins. */
function sortRegions(
  context: SortContext,
  partition: PartitionSpec,
  { medium, large }: SortStages,
): Record<string, number> {
  const { maxItems, maxSegments } = context;
  const has = (name: string) => partition.bins.some((bin) => bin.name === name);
  const bounds = largeBounds(context, partition.bins.at(-1), partition.large.tile);
  const tileCounters = large.counterRows(bounds) * large.tileCounters(context);
  const counters = Math.max(partitionCounters(partition), tileCounters);
  const scratch = has('large') || (has('medium') && medium.usesScratch(context)) ? maxItems : 0;
  return {
    state: 4 * STATE.FIRST_ID,
    spans: 8 * maxSegments,
    counters: 4 * counters,
    sums: 4 * partitionSums(partition),
    large: 16 * bounds.segments,
    scratchKeys: 4 * context.key.words * scratch,
    scratchValues: context.pairs ? 4 * scratch : 0,
  };
}

function sortContext(
  spec: SortSpec,
  access: SortAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
  stages: SortStages,
): SortContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const key = keyTraits(spec);
  const custom = customKeysOf(spec);
  const { computed, networkParts } = stages;
  const table = stages.tableFor(
    tuningTable(stages.deviceTable({ ...facts, subgroups }), tuning),
    key.words,
    spec.maxItems,
  );
  const lanes = lanesOf(facts, subgroups, table.subgroupSize);
  const pairs = custom ? spec.orderBy !== undefined : spec.valueBytes > 0;
  // Wide values, and all items under a custom order, are moved once, after the sort of their indices.
  const moved = custom || spec.valueBytes > 4 ? 'array' : undefined;
  const indexFrom = moved ?? spec.indexFrom;
  return {
    ...spec,
    ...access,
    // Items that are converted through scratch memory are never sorted in place.
    keysInPlace: access.keysInPlace && key.bytes >= 4 && !custom,
    valuesInPlace: access.valuesInPlace && spec.valueBytes === 4 && !indexFrom,
    key,
    keyModules: keyModulesOf(key.words),
    pairs,
    networkParts,
    computedKey: spec.compare && computed?.key,
    computedValue: pairs && indexFrom ? computed?.value[indexFrom] : undefined,
    table,
    subgroups,
    ...lanes,
  };
}

/** Stands for the grid of a pass that is joined with others. */
const NO_GRID = { kind: 'direct', workgroups: 0 } as const;

/** The passes that sort all bins. */
function sortingPasses(
  context: SortContext,
  { medium, large, join }: SortStages,
  bins: readonly SortBin[],
  gridOf: GridOf,
): Pass[] {
  const { workgroup } = context.table.sort.small;
  const networks = bins.map((bin, index) => ({ bin, index })).filter(({ bin }) => bin.method === 'network');
  const groups = join?.bins(context, networks) ?? networks.map((each) => [each]);
  const small = groups.map((group) => {
    const gridFor: GridOf = (grid) => (group.length > 1 ? NO_GRID : gridOf(grid));
    const passes = group.map(({ bin, index }) =>
      smallPass(
        context,
        bin,
        index,
        gridFor({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: workgroup / bin.lanes }),
      ),
    );
    return join && group.length > 1 ? join.pass(passes, group, gridOf) : (passes[0] as Pass);
  });
  const last = bins.at(-1);
  return [
    ...small,
    ...medium.passes(context, bins, gridOf),
    ...(last?.method === 'tiles' ? large.passes(context, last, bins.length - 1) : []),
  ];
}

/** How the partition copies the item of a singleton. In place it copies nothing. */
function singletonOf(context: SortContext, { computed }: SortStages): NonNullable<PartitionSpec['singleton']> {
  const { pairs, keysInPlace, valuesInPlace, indexFrom = 'array' } = context;
  if (computed && customKeysOf(context)) return { modules: [computed.singleton[indexFrom]] };
  const copiesValue = pairs && !valuesInPlace;
  const ofKeys = section(singletonFile, 'singleton', keysInPlace ? 'none' : 'key');
  const ofPairs = section(singletonFile, 'singleton', keysInPlace ? 'value' : 'pair');
  const modules = copiesValue ? [ofPairs, valueModule(context)] : [ofKeys];
  return { aliases: { Key: keyType(context) }, modules };
}

function requireRoomForBins({ small, medium }: SortContext['table']['sort'], bins: number): void {
  if (bins <= MAX_BINS) return;
  const { maxLength, threeQuarterBins } = small;
  const { maxMerged, limits } = medium;
  const by = `maxLength ${maxLength}, threeQuarterBins ${threeQuarterBins}, maxMerged ${maxMerged}, limits ${limits}`;
  const found = `${bins} bins by ${by}`;
  throw refused('invalid-option', 'tuning.sort', found, `at most ${MAX_BINS}`);
}

function partitionOf(
  context: SortContext,
  access: SortAccess,
  stages: SortStages,
  bins: readonly SortBin[],
  grids: readonly BinGrid[],
): PartitionSpec {
  const { partition, large } = stages;
  return {
    bins,
    maxSegments: context.maxSegments,
    grids,
    minLength: 1,
    singleton: singletonOf(context, stages),
    large: {
      tile: context.table.sort.large.tile,
      tiles: section(largeFile, 'tiles', 'table'),
      entries: section(largeFile, 'entries', 'table'),
      finish: [section(largeFile, 'finish', 'table'), large.finish],
      constants: { TILE_COUNTERS: large.tileCounters(context), ...large.finishConstants(context) },
      tasksPerSegment: large.tasksPerSegment,
      perWorkgroup: large.perWorkgroup(context),
    },
    variant: partition,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: false,
    table: context.table,
  };
}

const NO_CONVERSION = { before: [], after: [], instead: {}, regions: {} };

/** The plan of a segmented sort: all that it records, as plain data. It needs no GPU. */
export function sortPlan(
  stages: SortStages,
  spec: SortSpec,
  access: SortAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const context = sortContext(spec, access, facts, tuning, stages);
  const bins = sortBins(context, stages);
  requireRoomForBins(context.table.sort, bins.length);
  const grids: BinGrid[] = [];
  const gridOf: GridOf = (grid) => ({ kind: 'indirect', slot: ARGS.firstGrid + grids.push(grid) - 1 });
  const sorting = sortingPasses(context, stages, bins, gridOf);
  const delivering = stages.deliver?.(context, stages.large.perWorkgroup(context), bins, gridOf) ?? [];
  const partition = partitionOf(context, access, stages, bins, grids);
  const conversion = stages.conversions?.(context, access) ?? NO_CONVERSION;
  const [setup, ...partitioning] = partitionPasses(partition);
  const { regions, bytes } = layOut({ ...sortRegions(context, partition, stages), ...conversion.regions });
  return {
    passes: [
      setup as Pass,
      ...conversion.before,
      ...nested(listPasses(partition, [...partitioning, ...sorting, ...delivering]), conversion.instead),
      ...conversion.after,
    ],
    regions,
    resources: {
      ...PARTITION_RESOURCES,
      ...keyResources(spec),
      // A custom order reads the caller's keys, although the kernels sort indices or numbers.
      input: { kind: 'argument', name: 'keysIn' },
    },
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * Math.max(customKeysOf(spec)?.bytes ?? context.key.bytes, spec.valueBytes),
    argsSlots: argsSlots(partition),
    classes: bins,
  };
}
