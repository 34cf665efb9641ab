/** The plan of a top-k: all passes that it records, as plain data. */
import values from '../../../wgsl/scan/values.wgsl';
import takenFile from '../../../wgsl/select/small/segments.wgsl';
import topNetwork from '../../../wgsl/select/small/top_network.wgsl';
import topRanked from '../../../wgsl/select/small/top_ranked.wgsl';
import deliverRows from '../../../wgsl/select/topk/deliver_rows.wgsl';
import rowBounds from '../../../wgsl/select/topk/row_bounds.wgsl';
import start from '../../../wgsl/select/topk/start.wgsl';
import itemFile from '../../../wgsl/sort/small/item.wgsl';
import type { HoldsLength } from '../../api/segments.ts';
import type { DeviceFacts } from '../../gpu/device.ts';
import {
  ARGS,
  argsSlots,
  GRID_RESOURCES,
  listPasses,
  PARTITION_RESOURCES,
  partitionPasses,
} from '../../partition/plan.ts';
import { type Kernel, section, type WgslModule } from '../../plan/link.ts';
import { counted, layOut, nested, type Pass, type Plan, type Resource, type Resources } from '../../plan/plan.ts';
import { type SortStages, sortPlan } from '../../sort/plan.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import {
  anyTiles,
  type FirstsSelect,
  type FirstsUse,
  hasLarge,
  isDirect,
  isRanked,
  keyBytesOf,
  keyed,
  largeGrids,
  MAX_RANKED,
  type MediumUse,
  type NetworkUse,
  partitionRegions,
  readsVectors,
  type SelectContext,
  type SelectStages,
  selectContext,
  selectPartition,
  selectResources,
  smallGrids,
} from '../kernels.ts';
import {
  largeConstants,
  levelWords,
  prefilterPasses,
  prefilters,
  radixRegions,
  type Search,
  searchPasses,
  withPivots,
} from '../radix.ts';
import { directPass, keepsBest, mediumPasses, networkPasses, segmentsModule } from '../small.ts';
import {
  bestModules,
  bestPasses,
  CALL,
  candidateBytes,
  groupsOf,
  networkRowsPass,
  outputPasses,
  type RowUse,
  resultModules,
  rowConstants,
  rowModules,
  rowNetwork,
  type TopKAccess,
  type TopKContext,
  type TopKSpec,
} from './kernels.ts';

/** The stages of a top-k, and those of the sort of its selected items. */
export interface TopKStages {
  readonly select: SelectStages;
  readonly sort: SortStages;
}

/** The modules of an item in registers. */
const itemModules = ({ context }: TopKContext): WgslModule[] => [
  section(itemFile, 'item', 'tagged'),
  section(itemFile, 'form', 'sortKey'),
  context.keyModules.item,
];

/** The modules that load an item. The first item by vectors needs none. */
const loadModules = ({ context }: TopKContext, isPartial: boolean): WgslModule[] =>
  isPartial && readsVectors(context) ? [] : [section(itemFile, 'load', 'tagged'), section(itemFile, 'value', 'none')];

function networkUse(topK: TopKContext): NetworkUse {
  return {
    name: 'top network',
    entry: topNetwork,
    modules: [...rowModules(topK), ...resultModules(topK), ...itemModules(topK)],
    modulesFor: (bin) => loadModules(topK, keepsBest(bin)),
    registersFor: (bin) => (keepsBest(bin) ? bestModules(topK.context, bin.lanes, true) : undefined),
    // They mark the slots of a row that get no item.
    storesPads: true,
    constants: rowConstants(topK),
    resources: { call: CALL },
  };
}

const mediumUse = (topK: TopKContext): MediumUse => ({
  operation: 'top',
  modules: [...rowModules(topK), ...resultModules(topK)],
  constants: rowConstants(topK),
  resources: { call: CALL },
});

/** The pass of a plan whose segments are ranked. */
function rankedPass(topK: TopKContext): Pass {
  const { context, access } = topK;
  const modules = [
    ...rowModules(topK),
    ...resultModules(topK),
    section(takenFile, 'taken', 'direct'),
    segmentsModule(access),
  ];
  const constants = { ...rowConstants(topK), WORKGROUP: context.table.sort.small.workgroup, MAX_RANKED };
  const kernel: Kernel = { name: 'select/top ranked', entry: topRanked, modules, constants };
  return { kernel: keyed(context, kernel, true), grid: counted('segments', 1, 1), resources: { call: CALL } };
}

const SEARCH: Search = { targets: 1, keepsItems: true, countsNans: false, constants: {} };

function searchOf({ spec, context }: TopKContext): Search {
  return {
    ...SEARCH,
    prefiltered: prefilters(context, spec.maxK),
    constants: { ROW_STRIDE: rowRoom(context, spec.maxK).stride, MAX_K: spec.maxK },
  };
}

/** What networks of large segments use. */
const rowUse = (topK: TopKContext): RowUse => ({
  item: itemModules(topK),
  loadItem: loadModules(topK, true),
  row: [...rowModules(topK), ...resultModules(topK)],
  constants: rowConstants(topK),
  resources: { call: CALL },
});

/** The passes of large segments whose first items are found without a search. */
function firstsPasses(topK: TopKContext, { passes }: FirstsSelect): Pass[] {
  const { context, spec } = topK;
  const use: FirstsUse = {
    maxK: spec.maxK,
    sifts: prefilters(context, spec.maxK),
    rows: rowModules(topK),
    results: resultModules(topK),
    resources: { call: CALL },
  };
  return passes(context, use).map((pass) => ({ ...pass, bins: [context.bins.length - 1] }));
}

/** The passes of large segments: select, order the selected items by a network or a sort, deliver them. */
function largePasses(topK: TopKContext, sorting: readonly Pass[]): Pass[] {
  const { context, network } = topK;
  const grids = largeGrids(context);
  const search = searchOf(topK);
  const constants = largeConstants(context, search);
  const modules = [context.stages.block, section(values, 'combine', 'add'), ...rowModules(topK)];
  const kernel = (name: string, entry: WgslModule): Kernel => ({
    name: `select/${name}`,
    entry,
    modules,
    constants,
    aliases: { Scanned: 'u32' },
  });
  const sorted = (): Pass[] => [
    { kernel: kernel('row bounds', rowBounds), grid: grids.segments, resources: { call: CALL } },
    ...sorting,
    {
      kernel: kernel('top rows', deliverRows),
      // The sort of the rows has overwritten the indirect arguments.
      grid: anyTiles(context),
      resources: { call: CALL, sortedIndices: { kind: 'region', name: 'sortedIndices' } },
    },
  ];
  return [
    {
      kernel: withPivots(context, kernel('top start', start), search.prefiltered === true),
      grid: grids.segments,
      resources: { call: CALL, level: levelWords(context, 0) },
    },
    ...(search.prefiltered ? prefilterPasses(context, constants) : []),
    ...searchPasses(context, search),
    ...(network ? [networkRowsPass(context, network, search, rowUse(topK))] : sorted()),
  ].map((pass) => ({ ...pass, bins: [context.bins.length - 1] }));
}

export interface TopKHolds {
  /** The lengths that segments and rows of results can have. */
  readonly lengths: HoldsLength;
  readonly counts: HoldsLength;
}

const ALL: TopKHolds = { lengths: () => true, counts: () => true };

/** Makes the plan of a top-k. It needs no GPU. */
export function topKPlan(
  stages: TopKStages,
  spec: TopKSpec,
  access: TopKAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
  holds: TopKHolds = ALL,
): Plan {
  const context = selectContext(stages.select, spec, access, facts, tuning, {
    pairs: true,
    ranks: spec.slots === undefined,
    maxK: spec.maxK,
  });
  // A kernel binds at most 8 buffers.
  const crowded = access.form === 'ranges' && access.kOnGpu;
  const ranked = isRanked(context);
  const unlisted = ranked || (isDirect(context) && spec.slots === undefined && !crowded);
  const large = hasLarge(context);
  const byBest = context.best > 0;
  const { firsts: stage } = stages.select;
  const firsts = large && !byBest && stage && spec.maxK <= stage.most ? stage : undefined;
  const network = firsts ? undefined : rowNetwork(context, spec.maxK);
  const topK: TopKContext = { spec, access, context, direct: unlisted, network, firsts };
  const grids = smallGrids();
  const use = networkUse(topK);
  const ofNetworks = () => (unlisted ? [directPass(context, use)] : networkPasses(context, use, grids));
  const ofMedium = () => mediumPasses(context, mediumUse(topK), grids);
  const small = ranked ? [rankedPass(topK)] : [...ofNetworks(), ...ofMedium()];
  const groups = byBest ? groupsOf(context).perWorkgroup : undefined;
  const partition = selectPartition(context, access, grids.grids, topK.direct, groups);
  const searches = large && !byBest && !firsts;
  const sort = searches && !network ? rowSort(context, spec.maxK, stages.sort, facts, tuning, holds.counts) : undefined;
  const { slots } = rowRoom(context, spec.maxK);
  const keyBytes = 4 * context.key.words;
  const { regions, bytes } = layOut({
    ...partitionRegions(context, partition),
    // The host computes its rows, and reads them back.
    ...(spec.slots === undefined ? { picked: 4 * spec.maxSegments * spec.maxK } : {}),
    ...(large && byBest ? { best: candidateBytes(context) * context.room.tiles } : {}),
    ...(firsts ? firsts.regions(context, spec.maxK, prefilters(context, spec.maxK)) : {}),
    ...(searches
      ? {
          ...radixRegions(context, searchOf(topK)),
          selectedKeys: keyBytes * slots,
          selectedIndices: 4 * slots,
        }
      : {}),
    ...(sort
      ? {
          ...sort.regions,
          rowBegins: 4 * context.room.segments,
          rowEnds: 4 * context.room.segments,
          rowCount: 4,
          sortedKeys: keyBytes * slots,
          sortedIndices: 4 * slots,
        }
      : {}),
  });
  const isPresent = context.bins.map(({ minLength, maxLength }) => holds.lengths(minLength, maxLength));
  const outer: Pass[] = [
    ...partitionPasses(partition),
    ...small,
    ...(firsts ? firstsPasses(topK, firsts) : []),
    ...(searches ? largePasses(topK, sort?.passes ?? []) : []),
    ...(large && byBest ? bestPasses(context, rowUse(topK)) : []),
    ...outputPasses(topK),
  ];
  const own = { ...PARTITION_RESOURCES, ...selectResources(spec) };
  return {
    passes: listPasses(partition, outer)
      .filter(({ bins }) => bins?.some((bin) => isPresent[bin]) ?? true)
      .map((pass) => ({ ...pass, resources: { ...own, ...pass.resources } })),
    regions,
    resources: GRID_RESOURCES,
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * Math.max(keyBytesOf(context), spec.valueBytes),
    argsSlots: Math.max(argsSlots(partition), sort?.plan.argsSlots ?? 0, ARGS.firstGrid),
    classes: context.bins,
  };
}

// Sorts the selected items of large segments: a segmented sort nested in a top-k.

const region = (name: string): Resource => ({ kind: 'region', name });

/** The numbers of the nested sort's calls: its slots and rows, and no size. */
const ROW_NUMBERS: Resource = { kind: 'call', members: ['slots', 'rows', 'none'] };

/** The prefix of the nested sort's scratch ranges. */
const outerName = (name: string) => `rows ${name}`;

/**
 * Slots of all rows of selected items, and slots of each row. 0 means that a row begins at its segment's first item.
 */
export function rowRoom({ room, maxItems }: SelectContext, maxK: number): { slots: number; stride: number } {
  const slots = room.segments * maxK;
  return slots <= maxItems ? { slots, stride: maxK } : { slots: maxItems, stride: 0 };
}

/** The passes and scratch ranges of the nested sort. `holds` tells which lengths rows may have. */
export function rowSort(
  context: SelectContext,
  maxK: number,
  stages: SortStages,
  facts: DeviceFacts,
  tuning: InternalTuning,
  holds: HoldsLength,
): { passes: Pass[]; regions: Record<string, number>; plan: Plan } {
  const { key, room } = context;
  const { slots } = rowRoom(context, maxK);
  const plan = sortPlan(
    stages,
    {
      keyType: key.words === 1 ? 'u32' : 'u64',
      order: 'ascending',
      beginBit: 0,
      endBit: key.bits,
      zerosTie: false,
      valueBytes: 4,
      maxItems: slots,
      maxSegments: room.segments,
      maxSegmentSize: maxK,
    },
    { form: 'ranges', countOnGpu: true, keysInPlace: false, valuesInPlace: false },
    facts,
    tuning,
  );
  const isPresent = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  const own: Resources = Object.fromEntries(Object.keys(plan.regions).map((name) => [name, region(name)]));
  const passes = plan.passes
    .filter(({ bins }) => bins?.some((bin) => isPresent[bin]) ?? true)
    .map(({ form: _, bins: __, traffic: ___, ...pass }) => ({
      ...pass,
      resources: { ...own, ...pass.resources, ...plan.resources, call: ROW_NUMBERS },
    }));
  const instead = {
    keysIn: region('selectedKeys'),
    valuesIn: region('selectedIndices'),
    keysOut: region('sortedKeys'),
    valuesOut: region('sortedIndices'),
    begins: region('rowBegins'),
    ends: region('rowEnds'),
    countIn: region('rowCount'),
  };
  const names = Object.fromEntries(Object.keys(plan.regions).map((name) => [name, outerName(name)]));
  return {
    passes: nested(passes, instead, names),
    regions: Object.fromEntries(Object.entries(plan.regions).map(([name, { size }]) => [outerName(name), size])),
    plan,
  };
}
