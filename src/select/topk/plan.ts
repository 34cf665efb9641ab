/** The plan of a top-k: all passes that it records, as plain data. */
import scanAdd from '../../../wgsl/scan/add.wgsl';
import direct from '../../../wgsl/select/small/direct.wgsl';
import topNetwork from '../../../wgsl/select/small/top_network.wgsl';
import topRanked from '../../../wgsl/select/small/top_ranked.wgsl';
import countNone from '../../../wgsl/select/topk/count_none.wgsl';
import countNow from '../../../wgsl/select/topk/count_now.wgsl';
import deliverRows from '../../../wgsl/select/topk/deliver_rows.wgsl';
import eachSlot from '../../../wgsl/select/topk/each_slot.wgsl';
import indexNone from '../../../wgsl/select/topk/index_none.wgsl';
import indexNow from '../../../wgsl/select/topk/index_now.wgsl';
import indices from '../../../wgsl/select/topk/indices.wgsl';
import kBuffer from '../../../wgsl/select/topk/k_buffer.wgsl';
import kGiven from '../../../wgsl/select/topk/k_given.wgsl';
import rowEnded from '../../../wgsl/select/topk/row_ended.wgsl';
import rowOpen from '../../../wgsl/select/topk/row_open.wgsl';
import rowsCount from '../../../wgsl/select/topk/rows_count.wgsl';
import rowsGiven from '../../../wgsl/select/topk/rows_given.wgsl';
import rowsOfK from '../../../wgsl/select/topk/rows_of_k.wgsl';
import start from '../../../wgsl/select/topk/start.wgsl';
import convertGather from '../../../wgsl/sort/convert/gather.wgsl';
import convertGatherPacked from '../../../wgsl/sort/convert/gather_packed.wgsl';
import itemStoredSortKey from '../../../wgsl/sort/small/item/stored_sort_key.wgsl';
import itemTagged from '../../../wgsl/sort/small/item/tagged.wgsl';
import itemTaggedLoaded from '../../../wgsl/sort/small/item/tagged_loaded.wgsl';
import itemValueNone from '../../../wgsl/sort/small/item/value_none.wgsl';
import type { HoldsLength } from '../../api/segments.ts';
import type { DeviceFacts } from '../../gpu/facts.ts';
import { ARGS, argsSlots, PARTITION_RESOURCES, partitionPasses } from '../../partition/plan.ts';
import { CALL_MEMBERS, callModule } from '../../plan/call.ts';
import type { Kernel, WgslModule } from '../../plan/module.ts';
import { counted, layOut, type Pass, type Plan, type Resource, type Resources } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import type { ValueBytes } from '../../sort/context.ts';
import type { SortStages } from '../../sort/stages.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import {
  anyTiles,
  hasLarge,
  keyBytesOf,
  keyed,
  largeGrids,
  MAX_RANKED,
  packing,
  type SelectAccess,
  type SelectContext,
  type SelectSpec,
  selectContext,
  selectResources,
  smallGrids,
} from '../context.ts';
import { isDirect, partitionRegions, selectPartition } from '../partition.ts';
import { largeConstants, radixRegions, type Search, searchPasses } from '../radix/plan.ts';
import { directPass, type NetworkUse, networkPasses, segmentsModule } from '../small/plan.ts';
import type { SelectStages } from '../stages.ts';
import { rowRoom, rowSort } from './rows.ts';

export interface TopKSpec extends SelectSpec {
  /** The largest k. */
  readonly maxK: number;
  readonly valueBytes: ValueBytes | 0;
  /**
   * Slots of all rows, if the host computes the rows. Undefined: rows have `maxK` slots, and a pass writes the outputs.
   */
  readonly slots?: number;
}

/** How a call gives its segments, and which outputs it has. */
export interface TopKAccess extends SelectAccess {
  /** Whether a buffer holds k. */
  readonly kOnGpu: boolean;
  readonly keys: boolean;
  readonly values: boolean;
  readonly indices: boolean;
  readonly counts: boolean;
}

/** The stages of a top-k, and those of the sort of its selected items. */
export interface TopKStages {
  readonly select: SelectStages;
  readonly sort: SortStages;
}

/** Numbers of a top-k's calls. */
export const TOP_K_MEMBERS: readonly string[] = [...CALL_MEMBERS, 'k'];
const CALL: Resource = { kind: 'call', members: TOP_K_MEMBERS };

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

interface TopKContext {
  readonly spec: TopKSpec;
  readonly access: TopKAccess;
  readonly context: SelectContext;
  readonly direct: boolean;
}

/** The modules that find a segment's row. */
function rowModules({ spec, access }: TopKContext): WgslModule[] {
  if (spec.slots !== undefined) return [rowsGiven];
  return [rowsOfK, ...(access.kOnGpu ? [kBuffer] : [kGiven, callModule(TOP_K_MEMBERS)])];
}

const rowConstants = ({ spec }: TopKContext) => ({ ...STATE, MAX_K: spec.maxK });

/** The modules that write indices and counts. */
const outputModules = ({ access }: TopKContext): WgslModule[] => [
  access.indices ? indexNow : indexNone,
  access.counts ? countNow : countNone,
];

function networkUse(topK: TopKContext): NetworkUse {
  const { keyModules } = topK.context;
  return {
    name: 'top network',
    entry: topNetwork,
    modules: [
      ...rowModules(topK),
      ...(topK.direct ? [rowEnded, ...outputModules(topK)] : [rowOpen, indexNone]),
      itemTagged,
      itemTaggedLoaded,
      itemStoredSortKey,
      keyModules.item,
      itemValueNone,
    ],
    constants: rowConstants(topK),
    resources: { call: CALL },
  };
}

/** The pass of a plan whose segments are ranked. */
function rankedPass(topK: TopKContext): Pass {
  const { context, access } = topK;
  const modules = [...rowModules(topK), rowEnded, ...outputModules(topK), direct, segmentsModule(access)];
  const constants = { ...rowConstants(topK), WORKGROUP: context.table.sort.small.workgroup, MAX_RANKED };
  const kernel: Kernel = { name: 'select/top ranked', entry: topRanked, modules, constants };
  return { kernel: keyed(context, kernel, true), grid: counted('segments', 1, 1), resources: { call: CALL } };
}

const SEARCH: Search = { sought: 1, keepsItems: true, countsNans: false, constants: {} };

function searchOf({ spec, context }: TopKContext): Search {
  return { ...SEARCH, constants: { ROW_STRIDE: rowRoom(context, spec.maxK).stride, MAX_K: spec.maxK } };
}

/** The passes of large segments: select, sort the selected items, deliver them. */
function largePasses(topK: TopKContext, sorting: readonly Pass[]): Pass[] {
  const { context } = topK;
  const grids = largeGrids(context);
  const constants = largeConstants(context, searchOf(topK));
  const modules = [context.stages.block, scanAdd, ...rowModules(topK)];
  const kernel = (name: string, entry: WgslModule): Kernel => ({
    name: `select/${name}`,
    entry,
    modules,
    constants,
    aliases: { Scanned: 'u32' },
  });
  const count: Kernel = { name: 'select/rows count', entry: rowsCount, constants: STATE };
  const sorted = sorting.length > 0 ? 'sortedIndices' : 'selectedIndices';
  return [
    { kernel: kernel('top start', start), grid: grids.segments, resources: { call: CALL } },
    ...searchPasses(context, searchOf(topK)),
    ...(sorting.length > 0 ? [{ kernel: count, grid: { kind: 'direct', workgroups: 1 } } as const, ...sorting] : []),
    {
      kernel: kernel('top rows', deliverRows),
      // The sort of the rows has overwritten the indirect arguments.
      grid: anyTiles(context),
      resources: { call: CALL, sortedIndices: region(sorted) },
    },
  ].map((pass) => ({ ...pass, bins: [context.bins.length - 1] }));
}

/** A pass over the slots of all rows. */
function slotsPass(topK: TopKContext, name: string, modules: WgslModule[], perTask: number, more: Partial<Pass>): Pass {
  const { spec, context } = topK;
  const { workgroup, perLane } = context.table.convert;
  const { constants = {} } = (more.kernel ?? {}) as Kernel;
  return {
    ...more,
    kernel: {
      name: `select/${name}`,
      entry: eachSlot,
      modules,
      constants: { ...rowConstants(topK), WORKGROUP: workgroup, PER_LANE: perLane, ...constants },
    },
    grid: counted('segments', 1, workgroup * perLane * perTask, { rows: spec.maxK }),
  };
}

/** The pass that fetches keys or values by the picked indices. */
function gatherPass(topK: TopKContext, what: 'keys' | 'values', bytes: number): Pass {
  const narrow = bytes < 4;
  const constants = narrow ? packing(bytes) : { VALUE_WORDS: bytes / 4 };
  const resources: Resources = {
    sorted: region('picked'),
    gatherFrom: argument(`${what}In`),
    gatherTo: argument(`${what}Out`),
  };
  const kernel = { constants } as unknown as Kernel;
  const module = narrow ? convertGatherPacked : convertGather;
  return slotsPass(topK, `gather ${what}`, [module], narrow ? 4 / bytes : 1, { kernel, resources });
}

/** The passes that write the outputs of a recorded call. */
function outputPasses(topK: TopKContext): Pass[] {
  const { spec, access, context, direct } = topK;
  if (spec.slots !== undefined) return [];
  const modules = [indices, ...rowModules(topK), ...outputModules(topK), segmentsModule(access)];
  return [
    ...(direct ? [] : [slotsPass(topK, 'indices', modules, 1, { resources: { call: CALL } })]),
    ...(access.keys ? [gatherPass(topK, 'keys', keyBytesOf(context))] : []),
    ...(access.values ? [gatherPass(topK, 'values', spec.valueBytes)] : []),
  ];
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
  });
  // A kernel binds at most 8 buffers.
  const crowded = access.form === 'ranges' && access.kOnGpu;
  const ranked = context.bins[0]?.method === 'oneBlock';
  const unlisted = ranked || (isDirect(context) && spec.slots === undefined && !crowded);
  const topK: TopKContext = { spec, access, context, direct: unlisted };
  const grids = smallGrids();
  const use = networkUse(topK);
  const ofNetworks = () => (unlisted ? [directPass(context, use)] : networkPasses(context, use, grids));
  const small = ranked ? [rankedPass(topK)] : ofNetworks();
  const partition = selectPartition(context, access, grids.grids, topK.direct);
  const large = hasLarge(context);
  const sorts = large && spec.maxK > 1;
  const sort = sorts ? rowSort(context, spec.maxK, stages.sort, facts, tuning, holds.counts) : undefined;
  const { slots } = rowRoom(context, spec.maxK);
  const keyBytes = 4 * context.key.words;
  const { regions, bytes } = layOut({
    ...partitionRegions(context, partition),
    // The host computes its rows, and reads them back.
    ...(spec.slots === undefined ? { picked: 4 * spec.maxSegments * spec.maxK } : {}),
    ...(large
      ? {
          ...radixRegions(context, searchOf(topK)),
          rowBegins: 4 * context.room.segments,
          rowEnds: 4 * context.room.segments,
          rowCount: 4,
          selectedKeys: keyBytes * slots,
          selectedIndices: 4 * slots,
        }
      : {}),
    ...(sort ? { ...sort.regions, sortedKeys: keyBytes * slots, sortedIndices: 4 * slots } : {}),
  });
  const isHeld = context.bins.map(({ minLength, maxLength }) => holds.lengths(minLength, maxLength));
  const outer: Pass[] = [
    ...partitionPasses(partition),
    ...small,
    ...(large ? largePasses(topK, sort?.passes ?? []) : []),
    ...outputPasses(topK),
  ];
  const own = { ...PARTITION_RESOURCES, ...selectResources(spec) };
  return {
    passes: outer
      .filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true)
      .map((pass) => ({ ...pass, resources: { ...own, ...pass.resources } })),
    regions,
    resources: { args: { kind: 'args' } },
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * Math.max(keyBytesOf(context), spec.valueBytes),
    argsSlots: Math.max(argsSlots(partition), sort?.plan.argsSlots ?? 0, ARGS.firstGrid),
    classes: context.bins,
  };
}
