import countFile from '../../wgsl/partition/count.wgsl';
import largeFile from '../../wgsl/partition/large.wgsl';
import segmentsFile from '../../wgsl/partition/segments.wgsl';
import { refused } from '../checks.ts';
import { type DeviceFacts, lanesOf } from '../gpu/device.ts';
import {
  type Appending,
  ARGS,
  argsSlots,
  type BinGrid,
  largeBounds,
  listPasses,
  PARTITION_RESOURCES,
  type PartitionSpec,
  type PartitionVariant,
  partitionCounters,
  partitionPasses,
  partitionSums,
} from '../partition/plan.ts';
import { type Kernel, section, type WgslModule } from '../plan/link.ts';
import {
  layOut,
  MAX_BINS,
  NUMBERS_OF_STATE,
  nested,
  type Pass,
  type Plan,
  type Resource,
  type Resources,
  STATE,
} from '../plan/plan.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import type { CONVERTING } from './convert.ts';
import {
  type BinKind,
  customKeysOf,
  digitConstants,
  digitsOf,
  type GridOf,
  INDEX,
  type IndexedBin,
  keyModulesOf,
  keyResources,
  keyTraits,
  keyType,
  movedBytes,
  type NetworkForm,
  type SortAccess,
  type SortBin,
  type SortContext,
  type SortSpec,
  valueModule,
} from './kernels.ts';
import { smallPass, smallShapes } from './networks.ts';

/**
 * Keys of at most this many digits are radix sorted, also where runs could be merged: a digit costs less than two
 * merges.
 */
export const DIGITS_WORTH_MERGING = 2;

/** One digit of a multi-pass radix sort, with the buffers that it moves items between. */
export interface DigitPass {
  /** The bindings of an upsweep. */
  readonly read: Resources;
  /** The bindings of a downsweep. */
  readonly move: Resources;
  /**
   * Whether the pass copies segments that were sorted from the start. Together these passes copy them from the input to
   * the output.
   */
  readonly copySorted: boolean;
  /** Whether it is the first pass, which takes items from the input. */
  readonly isFirst: boolean;
}

type Side = 'input' | 'output' | 'scratch';

/** The resource that a pass reads items from or writes them to. */
export function sideResource(what: 'keys' | 'values', side: Side): Resource {
  if (side === 'scratch') return { kind: 'region', name: what === 'keys' ? 'scratchKeys' : 'scratchValues' };
  return { kind: 'argument', name: `${what}${side === 'input' ? 'In' : 'Out'}` };
}

/**
 * The digits of a sort, lowest first: as many as the sort key's bits need, and at least one. Items alternate between
 * scratch and output so that the last pass writes the output. In place the first pass must not write the output. So an
 * odd number of passes gets one more, whose digit is 0 for every key.
 */
export function digitPasses(
  context: Pick<SortContext, 'key' | 'keysInPlace' | 'valuesInPlace' | 'table'>,
): DigitPass[] {
  const { bits } = digitsOf(context);
  const needed = Math.max(1, Math.ceil(context.key.bits / bits));
  const inPlace = context.keysInPlace || context.valuesInPlace;
  const count = needed + (inPlace ? needed % 2 : 0);
  let from: Side = 'input';
  return Array.from({ length: count }, (_, i) => {
    const to: Side = (count - 1 - i) % 2 === 0 ? 'output' : 'scratch';
    const digitShift: Resource = { kind: 'words', words: [i * bits] };
    const read = { digitShift, keysFrom: sideResource('keys', from) };
    const move = {
      ...read,
      keysTo: sideResource('keys', to),
      valuesFrom: sideResource('values', from),
      valuesTo: sideResource('values', to),
    };
    from = to;
    return { read, move, isFirst: i === 0, copySorted: i === 0 || (i === count - 1 && count % 2 === 0) };
  });
}

/** Name and constants that all kernels of a large radix sort have. */
export function largeKernel(context: SortContext, step: string) {
  const { workgroup, tile } = context.table.sort.large;
  return {
    name: `sort/large ${step}`,
    constants: { WORKGROUP: workgroup, TILE: tile, ...digitConstants(context) },
  };
}

/** The parts that differ between kinds of adapters. */
export interface LargeRadix {
  readonly upsweep: Kernel;
  /** The kernel of the first digit, and of all others. */
  readonly downsweeps: readonly [Kernel, Kernel];
  /** The grid of passes over tiles. */
  readonly grid: Pass['grid'];
  /** The passes between upsweep and downsweep, which make indices from counts. */
  countersPasses(read: Resources): Pass[];
  /** Bytes that a downsweep reads and writes per counter. */
  readonly counterBytes: number;
}

/**
 * The passes that sort all large segments together: a least-significant-digit radix sort over the tile table. Each
 * digit takes an upsweep, a scan and a downsweep.
 */
export function largeRadixPasses(context: SortContext, index: number, radix: LargeRadix): Pass[] {
  const { upsweep, downsweeps, grid, counterBytes } = radix;
  const { key, item, first } = movedBytes(context);
  const passes: Pass[] = digitPasses(context).flatMap(({ read, move, copySorted, isFirst }) => {
    const copies: Resource = { kind: 'words', words: [copySorted ? 1 : 0] };
    return [
      { kernel: upsweep, grid, resources: read, traffic: { item: key, radixCounter: 4 } },
      ...radix.countersPasses(read),
      {
        kernel: downsweeps[isFirst ? 0 : 1],
        grid,
        resources: { ...move, copySorted: copies },
        traffic: { item: (isFirst ? first : item) + item, radixCounter: counterBytes },
      },
    ];
  });
  return passes.map((pass) => ({ ...pass, bins: [index] }));
}

/** How medium segments are sorted: those too long for a network and too short for tiles. */
export interface MediumStage {
  /** The small and medium bins. `networks` are the small bins that networks sort. */
  bins(context: SortContext, networks: readonly BinKind[]): BinKind[];
  /** The passes of the bins that neither networks nor tiles sort. */
  passes(context: SortContext, bins: readonly SortBin[], gridOf: GridOf): Pass[];
  /** Whether the passes use scratch memory for items. */
  usesScratch(context: SortContext): boolean;
}

/** How the large segments are sorted: all together, as tiles. */
export interface LargeStage {
  readonly methodText: string;
  passes(context: SortContext, bin: SortBin, index: number): Pass[];
  /** Counters of a tile: the length of a counter row. */
  tileCounters(context: SortContext): number;
  /** The largest number of counter rows. */
  counterRows(context: SortContext, bounds: ReturnType<typeof largeBounds>): number;
  /** Further scratch ranges, in bytes. */
  regions?(context: SortContext, bounds: ReturnType<typeof largeBounds>): Record<string, number>;
  /** If it returns lists, kernels append to them and count their tasks. The class then makes no use of a table. */
  appended?(context: SortContext): Appending | undefined;
  /** The constants of a setup that clears the counts of digits, if lists are appended to. */
  clears?(context: SortContext): NonNullable<Kernel['constants']>;
  /** The module of `finishTiles(tiles)`, and its constants. */
  readonly finish: WgslModule;
  finishConstants(context: SortContext): Readonly<Record<string, number>>;
  /** Tasks per segment of a kernel whose grid is over segments. */
  readonly tasksPerSegment: number;
  /** Tiles, or such tasks, per workgroup. */
  perWorkgroup(context: SortContext): number;
}

/** How blocks of consecutive segments are sorted, if the device's table has blocks. */
export interface BlockStage {
  /** Whether blocks sort the short segments of a plan. */
  takes(context: SortContext): boolean;
  /** The bin of these segments. */
  bin(context: SortContext): BinKind;
  /** The pass that sorts the segments of this bin, the first, and appends longer ones to the lists of their bins. */
  pass(context: SortContext, bins: readonly SortBin[]): Pass;
}

/** All parts of a sort that depend on the kind of adapter. */
export interface SortStages {
  readonly partition: PartitionVariant;
  /** The parts of networks. Undefined: a lane loads and stores consecutive items, each by a separate line. */
  readonly networkCode?: NetworkForm['code'];
  readonly medium: MediumStage;
  readonly large: LargeStage;
  readonly blocks?: BlockStage;
  /** Joins small bins in one kernel. Undefined: each has a separate kernel. */
  readonly join?: {
    bins(context: SortContext, networks: readonly IndexedBin[]): IndexedBin[][];
    pass(passes: readonly Pass[], group: readonly IndexedBin[], gridOf: GridOf): Pass;
  };
  /** Converts items that kernels cannot read directly, through scratch memory. Undefined: the sort needs none. */
  readonly converting?: typeof CONVERTING;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
  /** The table for keys of one or two words, and plans of up to `maxItems` items. */
  tableFor(table: FamilyTuning, keyWords: 1 | 2, maxItems: number): FamilyTuning;
}

/** One bin per network. */
function networkBins(context: SortContext): BinKind[] {
  return smallShapes(context).map(({ lanes, items }) => ({
    name: 'small',
    method: 'network',
    maxLength: lanes * items,
    lanes,
    items,
    methodText: `${lanes} lane${lanes > 1 ? 's' : ''} × ${items} registers, sorting network`,
  }));
}

/** All bins, for segments of any length. */
function allBins(context: SortContext, { medium, large, blocks }: SortStages): BinKind[] {
  const tiles: BinKind = {
    name: 'large',
    method: 'tiles',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: 1,
    items: 0,
    methodText: large.methodText,
  };
  const listed = [...medium.bins(context, networkBins(context)), tiles];
  const block = large.appended?.(context) && blocks?.takes(context) ? blocks.bin(context) : undefined;
  return block ? [block, ...listed.filter(({ maxLength }) => maxLength > block.maxLength)] : listed;
}

/**
 * The bins that segments of a plan can belong to, ascending by length. If few segments share many items, all segments
 * are large, even short ones: the other bins would have few segments, and their dispatches would cost more than they
 * save.
 */
export function sortBins(context: SortContext, stages: SortStages): SortBin[] {
  const { maxItems, maxSegments, maxSegmentSize, table } = context;
  const longest = Math.max(1, Math.min(maxSegmentSize, maxItems));
  const all = allBins(context, stages);
  const bins = all
    .map((bin, i) => ({ ...bin, minLength: (all[i - 1]?.maxLength ?? 0) + 1 }))
    .filter(({ minLength }) => minLength <= longest);
  const { largeOnlyFrom } = table.sort.large;
  const isWorth = bins.at(-1)?.method === 'tiles' && maxItems >= largeOnlyFrom * maxSegments;
  return isWorth || largeOnlyFrom === 0 ? [{ ...(all.at(-1) as BinKind), minLength: 1 }] : bins;
}

/** The scratch ranges of a plan. Partition and radix counters share one: the partition ends before the sort begins. */
function sortRegions(
  context: SortContext,
  partition: PartitionSpec,
  { medium, large }: SortStages,
): Record<string, number> {
  const { maxItems, maxSegments } = context;
  const has = (name: string) => partition.bins.some((bin) => bin.name === name);
  const bounds = largeBounds(context, partition.bins.at(-1), partition.large.tile);
  const tileCounters = large.counterRows(context, bounds) * large.tileCounters(context);
  const { appended } = partition;
  const counters = Math.max(appended ? 0 : partitionCounters(partition), tileCounters);
  const scratch = has('large') || (has('medium') && medium.usesScratch(context)) ? maxItems : 0;
  return {
    state: 4 * STATE.FIRST_ID,
    spans: 8 * (appended ? appended.entries(partition, maxItems) : maxSegments),
    counters: 4 * counters,
    sums: appended ? 0 : 4 * partitionSums(partition),
    large: appended ? 0 : 16 * bounds.segments,
    ...(has('large') ? large.regions?.(context, bounds) : {}),
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
    networkCode: stages.networkCode,
    computesKeys: spec.compare !== undefined,
    computedValues: pairs ? indexFrom : undefined,
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
  const networks = bins.map((bin, index) => ({ bin, index })).filter(({ bin }) => bin.method === 'network');
  const groups = join?.bins(context, networks) ?? networks.map((each) => [each]);
  const small = groups.map((group) => {
    const gridFor: GridOf = (grid) => (group.length > 1 ? NO_GRID : gridOf(grid));
    const passes = group.map(({ bin, index }) =>
      smallPass(
        context,
        bin,
        index,
        gridFor({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup: context.table.sort.small.workgroup / bin.lanes }),
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
function singletonOf(context: SortContext): NonNullable<PartitionSpec['singleton']> {
  const { pairs, keysInPlace, valuesInPlace, indexFrom = 'array' } = context;
  if (customKeysOf(context)) return { modules: [section(countFile, 'singleton', INDEX[indexFrom])] };
  const copiesValue = pairs && !valuesInPlace;
  const ofKeys = section(countFile, 'singleton', keysInPlace ? 'none' : 'key');
  const ofPairs = section(countFile, 'singleton', keysInPlace ? 'value' : 'pair');
  const modules = copiesValue ? [ofPairs, valueModule(context)] : [ofKeys];
  return { aliases: { Key: keyType(context) }, modules };
}

function requireRoomForBins({ small, medium }: SortContext['table']['sort'], bins: number): void {
  if (bins <= MAX_BINS) return;
  const { maxLength, threeQuarterBins } = small;
  const { maxMerged, limits } = medium;
  const by = `maxLength ${maxLength}, threeQuarterBins ${threeQuarterBins}, maxMerged ${maxMerged}, limits ${limits}`;
  throw refused('invalid-option', 'tuning.sort', `${bins} bins by ${by}`, `at most ${MAX_BINS}`);
}

function partitionOf(
  context: SortContext,
  access: SortAccess,
  stages: SortStages,
  bins: readonly SortBin[],
  grids: readonly BinGrid[],
): PartitionSpec {
  const { partition, large } = stages;
  const [first] = bins as [SortBin];
  const inBlocks = first.method === 'blocks';
  const appended = large.appended?.(context);
  return {
    bins,
    maxSegments: context.maxSegments,
    grids,
    // Segments of blocks are in no list.
    ...(inBlocks ? { minLength: first.maxLength + 1 } : { minLength: 1, singleton: singletonOf(context) }),
    unbinned: inBlocks,
    ...(appended ? { appended } : {}),
    ...(appended && bins.at(-1)?.method === 'tiles' ? { clears: large.clears?.(context) ?? {} } : {}),
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

/** How a profile counts the segments that blocks sort. */
function unlistedSegments([first]: readonly SortBin[]): Plan['unlisted'] {
  if (first?.method !== 'blocks') return undefined;
  return {
    maxLength: first.maxLength,
    modules: [NUMBERS_OF_STATE, section(segmentsFile, 'segments', 'offsetsOrSize')],
    onlyShort: true,
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
  const { large } = stages;
  const lists = { perWorkgroup: large.perWorkgroup(context), records: large.appended?.(context) !== undefined };
  const delivering = stages.converting?.deliveryPasses(context, lists, bins, gridOf) ?? [];
  const partition = partitionOf(context, access, stages, bins, grids);
  const conversion = stages.converting?.conversions(context, access) ?? NO_CONVERSION;
  const unlisted = unlistedSegments(bins);
  const [setup, ...listing] = partitionPasses(partition);
  // Blocks take the place of the partition's kernels after setup.
  const partitioning = unlisted && stages.blocks ? [stages.blocks.pass(context, bins)] : listing;
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
    ...(unlisted ? { unlisted } : {}),
  };
}

/** Tiles that a plan keeps when its tiles grow: enough that every GPU has work for all its cores. */
const MIN_TILES = 512;

/**
 * The table with tiles for a plan of up to `maxItems` items. Larger tiles have fewer counters an item. So a tile grows
 * up to `maxTile` where there are items for many tiles.
 */
export function tableWithTiles(table: FamilyTuning, keyWords: 1 | 2, maxItems: number): FamilyTuning {
  const fitted = tableOnGpu(table, keyWords);
  const { large } = fitted.sort;
  let { tile } = large;
  while (2 * tile <= large.maxTile && maxItems >= 2 * tile * MIN_TILES) tile *= 2;
  return { ...fitted, sort: { ...fitted.sort, large: { ...large, tile } } };
}

/** Adapts the table to the key size: a workgroup's memory holds half as many keys of two words. */
export function tableOnGpu(table: FamilyTuning, keyWords: 1 | 2): FamilyTuning {
  if (keyWords === 1) return table;
  const { medium, large } = table.sort;
  const max = (medium.limits.at(-1) ?? 0) >> 1;
  const limits = [...new Set(medium.limits.map((limit) => Math.min(limit, max)))];
  return {
    ...table,
    sort: { ...table.sort, medium: { ...medium, limits }, large: { ...large, tile: large.tile / 2 } },
  };
}
