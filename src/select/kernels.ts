/** The data that all kernels of a selection are made from. */

import largeFile from '../../wgsl/partition/large.wgsl';
import keysFile from '../../wgsl/select/keys.wgsl';
import accessFile from '../../wgsl/sort/access.wgsl';
import type { Bounds } from '../api/array_call.ts';
import { type DeviceFacts, lanesOf } from '../gpu/device.ts';
import {
  type Appending,
  ARGS,
  type BinGrid,
  largeBounds,
  type PartitionSpec,
  type PartitionVariant,
  partitionCounters,
  partitionSums,
} from '../partition/plan.ts';
import { type Kernel, section, type WgslModule, written } from '../plan/link.ts';
import { composed, counted, type Grid, type KernelFragment, type Pass, type Resources, STATE } from '../plan/plan.ts';
import {
  type BinKind,
  type KeyOrder,
  keyFragment,
  keyModulesOf,
  keyResources,
  keyTraits,
  type Mapping,
  type NetworkForm,
  type SortBin,
  type SortContext,
} from '../sort/kernels.ts';
import { smallShapes } from '../sort/networks.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../tuning/tuning.ts';

/** The order of a selection: by the keys' bits, or by the numbers of `orderBy`. */
export interface SelectOrder extends KeyOrder {
  readonly orderBy?: Mapping | undefined;
}

export interface SelectSpec extends SelectOrder, Bounds {
  /** Maximum number of items of all segments together, in recorded plans whose segments may share items. */
  readonly maxWindowItems?: number | undefined;
}

/** How the segments of a call are given. */
export interface SelectAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the keys end with a whole vector of four words. */
  readonly wholeVectors?: boolean;
  /** Whether the call asks for the number of items of all segments together. */
  readonly windowItems?: boolean;
}

/** The room of a plan for items, and that of grids in a call whose segments may share items. */
export const windowRoom = ({ maxItems, maxWindowItems = 0 }: SelectSpec) => Math.max(maxItems, maxWindowItems);

/** The number of items that grids count, and that of the call's items. */
export function itemNumbers(spec: SelectSpec, { form }: Pick<SelectAccess, 'form'>, items: number) {
  const shares = spec.maxWindowItems !== undefined && form === 'ranges';
  return { items: shares ? windowRoom(spec) : items, givenItems: items };
}

/** What all kernels of a selection are made from. With `pairs` each key's index moves with it. */
export interface SelectContext extends SortContext, SelectAccess {
  readonly stages: SelectStages;
  /** The module of prefixes. */
  readonly prefixes: WgslModule;
  readonly bins: readonly SortBin[];
  /** Registers of a lane's best items, a power of two, where a top-k is found by partial networks. Else 0. */
  readonly best: number;
  /** Maximum number of large segments, and of their tiles. */
  readonly room: { readonly segments: number; readonly tiles: number };
}

/** Digits of a selection always have 8 bits. The table's number is for sorts. */
export const DIGIT_BITS = 8;
export const DIGITS = 2 ** DIGIT_BITS;

/** A level copies candidates if a segment has at least this number of items per candidate. */
export const CANDIDATES_PER = 4;

const TILES: BinKind = {
  name: 'large',
  method: 'tiles',
  maxLength: Number.POSITIVE_INFINITY,
  lanes: 1,
  items: 0,
  methodText: 'tiles, selection by digits',
};

/** Items of the longest segment that a workgroup ranks, and the maximum number of segments of such a plan. */
export const MAX_RANKED = 512;
const RANKED_SEGMENTS = 256;

/** Most registers of a lane's best items, by words of a key. As many hold the items that are merged into them. */
const MAX_BEST = { 1: 16, 2: 8 } as const;

/** Registers for the best items of a top-k. 0 if k is too great for them, or if there is none. */
function bestRegisters(words: 1 | 2, maxK: number | undefined): number {
  if (maxK === undefined) return 0;
  return maxK <= MAX_BEST[words] ? 2 ** Math.ceil(Math.log2(Math.max(1, maxK))) : 0;
}

/** Lanes that find the best of this number of items together. */
export function lanesFor(context: SortContext, stages: SelectStages, items: number, best: number): number {
  const { maxLanes, maxLanesEmulated } = context.table.sort.small;
  const available = context.subgroups ? Math.min(context.lanes, maxLanes) : maxLanesEmulated;
  return Math.min(available, stages.lanesForRounds(Math.ceil(items / best)));
}

/** The bins of a top-k of few items: networks for segments that fit the registers, then partial networks. */
function bestKinds(context: SortContext, stages: SelectStages, networks: readonly BinKind[], best: number): BinKind[] {
  const kinds = networks.filter(({ maxLength }) => maxLength <= best);
  // One group of lanes takes a segment of up to a tile.
  const longest = Math.max(4, 2 * best, context.table.sort.large.tile);
  for (let length = Math.max(4, 2 * best); length < 2 * longest; length *= 2) {
    const maxLength = Math.min(length, longest);
    const lanes = lanesFor(context, stages, maxLength, best);
    const methodText = `${lanes} lane${lanes > 1 ? 's' : ''} × ${best} registers, partial networks`;
    kinds.push({ name: 'small', method: 'network', maxLength, lanes, items: best, methodText });
  }
  return kinds;
}

/** The bin of few short segments that a workgroup ranks. */
const RANKED: SortBin = {
  name: 'medium',
  method: 'oneBlock',
  lanes: 1,
  items: 1,
  minLength: 1,
  maxLength: MAX_RANKED,
  methodText: 'one workgroup, ranks by comparisons',
};

/**
 * The bins: networks, medium ones, then tiles. With few segments for many items, all are in tiles. Few short ones may
 * be ranked.
 */
function binsOf(context: SortContext, stages: SelectStages, ranks: boolean, best: number): SortBin[] {
  const { maxItems, maxSegments, maxSegmentSize, table, key } = context;
  const longest = Math.max(1, Math.min(maxSegmentSize, maxItems));
  // No kernel of a network here maps sort keys back to keys, so a sort key need not hold the key's bits.
  const full = smallShapes({ ...context, key: { ...key, lossless: true } }).map(({ lanes, items }): BinKind => {
    const methodText = `${lanes} lane${lanes > 1 ? 's' : ''} × ${items} registers, sorting network`;
    return { name: 'small', method: 'network', maxLength: lanes * items, lanes, items, methodText };
  });
  const networks = best > 0 ? bestKinds(context, stages, full, best) : full;
  // Partial networks take segments of up to a tile.
  const listed = best > 0 ? undefined : stages.medium?.bins(context, networks);
  const all = [...(listed ?? networks), TILES];
  // A recorded call also lists empty segments, so that a network ends their rows.
  const least = ranks && best > 0 && all[0]?.method === 'network' ? 0 : 1;
  const bins = all
    .map((bin, i) => ({ ...bin, minLength: i > 0 ? (all[i - 1] as BinKind).maxLength + 1 : least }))
    .filter(({ minLength }) => minLength <= longest);
  const last = bins.at(-1);
  if (ranks && last?.method !== 'network' && longest <= MAX_RANKED && maxSegments <= RANKED_SEGMENTS) return [RANKED];
  const largeOnly = last?.method === 'tiles' && maxItems >= table.sort.large.largeOnlyFrom * maxSegments;
  return largeOnly ? [{ ...last, minLength: 1 }] : bins;
}

export function selectContext(
  stages: SelectStages,
  spec: SelectSpec,
  access: SelectAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
  { pairs, ranks, maxK }: { readonly pairs: boolean; readonly ranks: boolean; readonly maxK?: number },
): SelectContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const key = keyTraits(spec);
  const best = bestRegisters(key.words, maxK);
  const ofDevice = tuningTable(stages.deviceTable({ ...facts, subgroups }), tuning);
  // A group of lanes takes a tile where a lane keeps its best items. More tiles are more groups.
  const table = stages.tableFor(ofDevice, key.words, best > 0 ? 0 : spec.maxItems);
  const sort: SortContext = {
    ...spec,
    ...access,
    valueBytes: 4,
    keysInPlace: false,
    valuesInPlace: false,
    key,
    networkCode: stages.networkCode,
    keyModules: keyModulesOf(key.words),
    pairs,
    table,
    subgroups,
    ...lanesOf(facts, subgroups, table.subgroupSize),
  };
  const bins = binsOf(sort, stages, ranks, best);
  return {
    ...sort,
    stages,
    prefixes: section(keysFile, 'prefix', key.words === 2 ? 'twoWords' : 'word'),
    bins,
    best,
    room: largeBounds(sort, bins.at(-1), sort.table.sort.large.tile),
  };
}

/** Whether a workgroup ranks each segment. */
export const isRanked = ({ bins }: Pick<SelectContext, 'bins'>) => bins[0] === RANKED;

export const hasLarge = ({ bins }: SelectContext) => bins.at(-1)?.method === 'tiles';

/** Bytes of a key in the caller's array. */
export const keyBytesOf = (spec: SelectOrder) => spec.orderBy?.bytes ?? keyTraits(spec).bytes;

/** Constants of items of 1 or 2 bytes. */
export function packing(bytes: number) {
  return { PER_WORD: 4 / bytes, ITEM_BITS: 8 * bytes, ITEM_MASK: 2 ** (8 * bytes) - 1 };
}

/** Whether kernels read keys four at a time: to find only the first item. */
export const readsVectors = ({ wholeVectors, stages, best, key, orderBy }: SelectContext) =>
  wholeVectors === true && stages.firstItem !== undefined && best === 1 && key.bytes === 4 && !orderBy;

/** The parts of a kernel that reads the input. The second has the user's text, which must be last. */
function inputFragments(context: SelectContext): readonly [KernelFragment, KernelFragment?] {
  const { key, orderBy } = context;
  if (orderBy) {
    const number = orderBy.words === 1 ? 'numberOfKey(i).x' : 'numberOfKey(i)';
    const module = written('number as a key', `fn inputKey(i: u32) -> Key {\n  return ${number};\n}`);
    return [{ modules: [module], aliases: { InputWord: orderBy.inputWord } }, { modules: orderBy.modules }];
  }
  if (key.bytes < 4) return [{ modules: [section(accessFile, 'inputKey', 'narrow')], constants: packing(key.bytes) }];
  if (readsVectors(context)) {
    return [{ modules: [section(accessFile, 'inputKey', 'vectors')], aliases: { InputWord: 'vec4u' } }];
  }
  return [{ modules: [section(accessFile, 'inputKey', 'apart')] }];
}

/** Adds the parts for keys to a kernel: their map, and with `reads` the input. */
export function keyed(context: SelectContext, { name, entry, ...part }: Kernel, reads: boolean): Kernel {
  const [input = {}, last = {}] = reads ? inputFragments(context) : [];
  return composed(name, entry, [part, input, keyFragment(context), last]).kernel;
}

/** Resources of all passes that read keys. */
export function selectResources(spec: SelectOrder): Resources {
  return { ...keyResources(spec), input: { kind: 'argument', name: 'keysIn' } };
}

/** A grid over all tiles that the call's items can have. The kernel skips surplus tiles. */
export function anyTiles(context: SelectContext): Grid {
  const { workgroup, tile } = context.table.sort.large;
  return counted('items', tile, context.stages.blocks(workgroup), { additional: context.room.segments });
}

/** Grids over the tiles and over the large segments. A block takes one of them. */
export function largeGrids(context: SelectContext): { readonly tiles: Grid; readonly segments: Grid } {
  const { workgroup, directGrid } = context.table.sort.large;
  if (!directGrid || context.stages.blocks(workgroup) === 1) {
    return { tiles: { kind: 'indirect', slot: ARGS.tiles }, segments: { kind: 'indirect', slot: ARGS.large } };
  }
  const minLength = context.bins.at(-1)?.minLength ?? 1;
  return {
    tiles: anyTiles(context),
    segments: counted(minLength > 1 ? 'items' : 'segments', minLength, workgroup),
  };
}

/** Adds a grid of a small kernel to the plan. */
export interface SmallGrids {
  readonly grids: BinGrid[];
  gridOf(grid: BinGrid): Grid;
}

export function smallGrids(): SmallGrids {
  const grids: BinGrid[] = [];
  return { grids, gridOf: (grid) => ({ kind: 'indirect', slot: ARGS.firstGrid + grids.push(grid) - 1 }) };
}

/** The regions of a partition. */
export type PartitionLists = Pick<PartitionSpec, 'bins' | 'grids'>;

/** Medium segments: a workgroup sorts one in its memory. */
export interface MediumSelect {
  /** The small and medium bins. `networks` are those of networks. */
  bins(context: SortContext, networks: readonly BinKind[]): BinKind[];
  /** The fragment of a kernel that ranks the items of a segment. */
  ranks(context: SortContext, lanes: number): Required<Pick<Kernel, 'modules' | 'constants'>>;
  readonly entries: { readonly top: WgslModule; readonly quantile: WgslModule };
  /** The passes of quantiles by networks of several subgroups. */
  readonly across?: (context: SelectContext, use: MediumUse, grids: SmallGrids) => Pass[];
}

/** The use of a network's sorted items: an entry, and its modules and constants. */
export interface NetworkUse {
  readonly name: string;
  readonly entry: WgslModule;
  readonly modules: readonly WgslModule[];
  readonly modulesFor?: (bin: SortBin) => readonly WgslModule[];
  /** The modules of `sortRegisters`, where a bin has another than the network of all items. */
  readonly registersFor?: (bin: SortBin) => readonly WgslModule[] | undefined;
  /** Whether `storeItem` must get the slots past a segment's end as well. */
  readonly storesPads: boolean;
  readonly constants: NonNullable<Kernel['constants']>;
  readonly resources: Resources;
}

/** The use of the sorted items of a medium segment. */
export interface MediumUse {
  readonly operation: 'top' | 'quantile';
  readonly modules: readonly WgslModule[];
  readonly constants: NonNullable<Kernel['constants']>;
  readonly resources: Resources;
}

/** What the passes of a top-k of long segments are made from. */
export interface FirstsUse {
  readonly maxK: number;
  /** Whether the plan has a sift. */
  readonly sifts: boolean;
  /** The modules of the number of a segment's results, and those that store results. */
  readonly rows: readonly WgslModule[];
  readonly results: readonly WgslModule[];
  readonly resources: Resources;
}

/** A top-k of long segments without a search by digits over tiles. */
export interface FirstsSelect {
  /** The largest k. */
  readonly most: number;
  regions(context: SelectContext, maxK: number, sifts: boolean): Record<string, number>;
  passes(context: SelectContext, use: FirstsUse): Pass[];
}

/** All parts of a selection that depend on the kind of adapter. */
export interface SelectStages {
  readonly partition: PartitionVariant;
  /** If it returns lists, kernels append to them in any order, and count their tasks themselves. */
  readonly appended?: (context: SelectContext) => Appending | undefined;
  /** The parts of networks. Undefined: a lane loads and stores consecutive items, each by a separate line. */
  readonly networkCode?: NetworkForm['code'];
  /** Undefined: segments longer than all networks are in tiles. */
  readonly medium?: MediumSelect;
  /** Undefined: every top-k of long segments is a search by digits. */
  readonly firsts?: FirstsSelect;
  /** A block takes a tile or a segment of the large class: a workgroup, or an invocation. */
  readonly block: WgslModule;
  /** The pass of all networks of a top-k. Undefined: bins have passes of their own. */
  readonly joined?: (context: SelectContext, use: NetworkUse, grids: SmallGrids) => Pass[] | undefined;
  /** The number of blocks in a workgroup of a given size. */
  blocks(workgroup: number): number;
  /** Lanes that share the work of one lane that would have this number of rounds. A power of two. */
  lanesForRounds(rounds: number): number;
  /** Items that a lane takes at a time to find its best ones, by their number and the words of a key. */
  bestRound(best: number, keyWords: 1 | 2, table: FamilyTuning): number;
  /** Lines that find a lane's best items. */
  bestItems(lanes: number, best: number, round: number, table: FamilyTuning): string[];
  /** The module that finds a segment's first item, where keys are read as vectors. Undefined: none are. */
  readonly firstItem?: WgslModule;
  /** Items that a lane of a network loads at once, by its number of items. */
  loadsAtOnce(items: number): number;
  /** The kernel that counts the digits of a tile. */
  readonly count: WgslModule;
  /** If it returns a kernel, that one counts, every level reads all keys, and none copies candidates. */
  readonly countAll?: (context: SelectContext) => WgslModule | undefined;
  /** The kernel that stores the selected items of a tile, and whether it scans over its lanes. */
  readonly keep: WgslModule;
  readonly keepScans: boolean;
  /** The module that finds the pivot of a prefilter, and the kernel of the prefilter. */
  readonly pivot: WgslModule;
  readonly prefilter: WgslModule;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
  /** The table for keys of one or two words. `maxItems`: of a plan whose tiles may grow, else 0. */
  tableFor(table: FamilyTuning, keyWords: 1 | 2, maxItems: number): FamilyTuning;
}

/** Bits of a word that holds a number up to `most`. */
export const bitsFor = (most: number) => Math.ceil(Math.log2(most + 1));

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
  const appended = isDirect ? undefined : stages.appended?.(context);
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
      constants: { TILE_COUNTERS: 1, ...(appended ? { ENTRY_BITS: bitsFor(context.room.segments) } : {}) },
      tasksPerSegment: 1,
      perWorkgroup,
    },
    variant: stages.partition,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: true,
    unbinned: isDirect,
    ...(appended ? { appended } : {}),
    table,
  };
}

/** Sizes of the partition's scratch ranges, in bytes. */
export function partitionRegions(context: SelectContext, partition: PartitionSpec): Record<string, number> {
  const { maxSegments, maxItems, room } = context;
  const { appended } = partition;
  const entries = appended ? appended.entries(partition, maxItems) : maxSegments;
  return {
    state: 4 * (STATE.FIRST_ID + entries),
    spans: 8 * entries,
    counters: appended ? 4 : 4 * partitionCounters(partition),
    sums: appended ? 0 : 4 * partitionSums(partition),
    large: 16 * room.segments,
  };
}

/** Whether the plan needs no partition, because a single network takes all segments. */
export function isDirect({ bins, maxSegments }: SelectContext): boolean {
  return bins.at(-1)?.method === 'network' && maxSegments <= DIRECT_SEGMENTS;
}

/** The maximum number of segments without a partition. The longest network takes each of them, also short ones. */
const DIRECT_SEGMENTS = 256;
