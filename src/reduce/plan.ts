import largeFile from '../../wgsl/partition/large.wgsl';
import segmentsFile from '../../wgsl/partition/segments.wgsl';
import largePartials from '../../wgsl/reduce/large/partials.wgsl';
import largeTiles from '../../wgsl/reduce/large/tiles.wgsl';
import reduceSegments from '../../wgsl/reduce/segments/kernel.wgsl';
import reduceLengths from '../../wgsl/reduce/segments/lengths.wgsl';
import { type DeviceFacts, lanesOf } from '../gpu/device.ts';
import { storeModule } from '../operators/accumulator.ts';
import {
  ARGS,
  argsSlots,
  callFragment,
  PARTITION_RESOURCES,
  type PartitionSpec,
  type PartitionVariant,
  partitionCounters,
  partitionPasses,
  partitionSums,
} from '../partition/plan.ts';
import { section, type WgslModule } from '../plan/link.ts';
import {
  type ClassDescription,
  composed,
  counted,
  type Grid,
  layOut,
  NUMBERS_OF_STATE,
  type Pass,
  type Plan,
  STATE,
} from '../plan/plan.ts';
import { type FamilyTuning, type InternalTuning, type ReduceTuning, tuningTable } from '../tuning/tuning.ts';
import { givesResults, leafOf, type ReduceSpec, readsElements } from './descriptor.ts';
import {
  accumulatorFragment,
  foldedBytes,
  groupFragment,
  inputBytes,
  inputFragment,
  partialsFragment,
  type ReduceAccess,
  type ReduceBin,
  type ReduceContext,
  type ReduceFacts,
  reduceFacts,
} from './kernels.ts';
import { deliverPasses, resultsFragment } from './results.ts';

/**
 * How segments by offsets, or of one size, are reduced without a partition. A sweep folds short segments. Further
 * passes complete the long ones.
 */
export interface Sweep {
  /** Where kernels find the numbers of a call: as setup has written them, or in the call itself. */
  readonly numbers: 'state' | 'call';
  /** Maximum length of a segment that the sweep folds in one piece. */
  longest(context: ReduceContext): number;
  /** The method for longer segments, as `describe()` prints it. */
  longMethod(context: ReduceContext): string;
  /** Slots for the results of longer segments' tiles. */
  partialSlots(context: ReduceContext): number;
  /** Words in which the sweep notes the segments that it cuts. */
  cutWords(context: ReduceContext): number;
  /** Whether it can make a result of each item of the segments that it does not cut, as it has these at hand. */
  maps?(context: ReduceContext): boolean;
  passes(context: ReduceContext, partition: PartitionSpec): Pass[];
}

/** The stages of a reduce that differ between kinds of adapter. */
export interface ReduceStages {
  readonly partition: PartitionVariant;
  readonly sweep: Sweep;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
}

/** Whether the operators need only the lengths of segments. One kernel then takes all segments, without bins. */
function lengthsOnly({ accumulator }: ReduceContext): boolean {
  return accumulator.components.length === 0;
}

/** Whether a sweep reduces the segments without a partition. It takes segments by offsets, and segments of one size. */
function isSwept({ form }: ReduceAccess): boolean {
  return form === 'offsets';
}

/** The kernels' context, and the stages of the adapter. */
interface PlanContext extends ReduceContext {
  readonly stages: ReduceStages;
}

/** Whether kernels find the numbers of a call in the call itself. Those that deliver results read the state. */
function needsSetup(context: PlanContext, access: ReduceAccess): boolean {
  const { results, stages } = context;
  const ofCall = isSwept(access) && !lengthsOnly(context) && stages.sweep.numbers === 'call';
  return !ofCall || (givesResults(context) && results.scratchWords > 0);
}

function hasLarge(bins: readonly ClassDescription[]): boolean {
  return bins.at(-1)?.name === 'large';
}

type UnboundedBin = Omit<ReduceBin, 'minLength'>;

/** The bins below the large bin: kernels with more and more lanes a segment, or the sweep's one bin. */
function shortBins(context: PlanContext, access: ReduceAccess): UnboundedBin[] {
  const { bins, workgroup, sweep } = context.table.reduce;
  if (lengthsOnly(context)) {
    return [{ name: 'small', maxLength: Number.POSITIVE_INFINITY, lanes: 1, methodText: 'lengths only' }];
  }
  if (isSwept(access)) {
    const methodText = `swept, ${sweep.tile} items and segments a merge tile`;
    return [{ name: 'small', maxLength: context.stages.sweep.longest(context), lanes: 1, methodText }];
  }
  return bins.map(({ limit, lanes, name }) => {
    const methodText = lanes === 1 ? 'one lane' : lanes === workgroup ? 'one workgroup' : `${lanes} lanes`;
    return { name, maxLength: limit, lanes, methodText };
  });
}

/** The bins of a reduce. Empty segments belong to the first bin, and their result is the identity. */
function reduceBins(context: PlanContext, access: ReduceAccess): ReduceBin[] {
  const large: UnboundedBin = {
    name: 'large',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: context.table.reduce.tileLanes,
    methodText: isSwept(access) ? context.stages.sweep.longMethod(context) : largeMethod(context),
  };
  const longest = Math.min(context.maxSegmentSize, context.maxItems);
  return [...shortBins(context, access), large]
    .map((bin, i, bins) => ({ ...bin, minLength: (bins[i - 1]?.maxLength ?? -1) + 1 }))
    .filter(({ minLength }) => minLength <= longest);
}

/**
 * Bytes of workgroup memory in which a kernel holds an accumulator a lane, a stack of subtrees, and what the sweep of
 * GPUs holds of segments: 13 bytes a lane and a few words.
 */
function sharedBytes(workgroup: number, bytes: number): number {
  return workgroup * (bytes + 13) + 24 * bytes + 128;
}

/** The bytes of workgroup memory that WebGPU guarantees. */
const MAX_SHARED_BYTES = 16 * 1024;

/** Halves the workgroup size until accumulators fit: several operators together may take many words. */
function fittedTable(table: FamilyTuning, { accumulator }: ReduceFacts): FamilyTuning {
  let reduce: ReduceTuning = table.reduce;
  while (reduce.workgroup > 8 && sharedBytes(reduce.workgroup, accumulator.sharedBytes) > MAX_SHARED_BYTES) {
    const { workgroup, tileLanes } = reduce;
    const half = workgroup / 2;
    const bins = reduce.bins.map((bin) => ({ ...bin, lanes: Math.min(bin.lanes, half) }));
    reduce = { ...reduce, bins, workgroup: half, tileLanes: Math.min(tileLanes, half) };
  }
  return { ...table, reduce };
}

/** What the kernels of a plan are made from. */
export function reduceContext(
  stages: ReduceStages,
  spec: ReduceSpec,
  { wholeVectors }: ReduceAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): PlanContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const own = reduceFacts(spec);
  const table = fittedTable(tuningTable(stages.deviceTable(facts), tuning), own);
  const ofWords = readsElements(spec) && own.element.bytes === 4 && table.reduce.vectors;
  return {
    ...spec,
    ...own,
    stages,
    table,
    subgroups,
    ...lanesOf(facts, subgroups, table.subgroupSize),
    ofWords,
    vectors: wholeVectors && ofWords,
    workgroupBytes: facts.workgroupStorageBytes,
  };
}

function partitionSpec(context: PlanContext, access: ReduceAccess, bins: readonly ReduceBin[]): PartitionSpec {
  const { table, stages } = context;
  const { tile, workgroup, tileLanes } = table.reduce;
  // The host knows the grid of a sweep. So no grid is written on the GPU for its bin.
  const listed = isSwept(access) ? [] : bins.filter(({ name }) => name !== 'large');
  return {
    bins,
    maxSegments: context.maxSegments,
    grids: listed.map(({ lanes }, i) => ({ tasksPerSegment: { [i]: 1 }, tasksPerWorkgroup: workgroup / lanes })),
    minLength: 0,
    large: {
      tile,
      tiles: section(largeFile, 'tiles', 'spread'),
      entries: section(largeFile, 'entries', 'spread'),
      finish: [section(largeFile, 'finish', 'spread')],
      constants: { SPREAD },
      tasksPerSegment: 1,
      perWorkgroup: workgroup / tileLanes,
    },
    variant: stages.partition,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: true,
    unbinned: lengthsOnly(context) || isSwept(access),
    table,
  };
}

/** The passes that reduce segments, after the partition. */
function foldPasses(context: PlanContext, access: ReduceAccess, partition: PartitionSpec, bins: readonly ReduceBin[]) {
  if (lengthsOnly(context)) return [lengthsPass(context, access)];
  if (isSwept(access)) return context.stages.sweep.passes(context, partition);
  const passes: Pass[] = bins.flatMap((bin, index) => {
    const grid = { kind: 'indirect', slot: ARGS.firstGrid + index } as const;
    return bin.name === 'large' ? [] : [segmentsPass(context, bin, index, grid)];
  });
  return hasLarge(bins) ? [...passes, ...largePasses(context, bins.length - 1)] : passes;
}

/**
 * The ranges of scratch memory. All plans of one reduce share its size. Plans by begin and end need the most counters.
 * Both kinds of plan may have tiles.
 */
function scratchOf(context: PlanContext, swept: PartitionSpec, ranges: PartitionSpec) {
  const { maxSegments, accumulator, results, stages } = context;
  const slots = Math.max(
    hasLarge(swept.bins) ? stages.sweep.partialSlots(context) : 0,
    hasLarge(ranges.bins) ? partialSlots(context) : 0,
  );
  const delivered = givesResults(context) && results.scratchWords > 0;
  return layOut({
    // The ids of listed segments, or the segments that a sweep cuts.
    state: 4 * (STATE.FIRST_ID + Math.max(maxSegments, stages.sweep.cutWords(context))),
    spans: 8 * maxSegments,
    counters: 4 * partitionCounters(ranges),
    sums: 4 * partitionSums(ranges),
    partials: 4 * accumulator.words * slots,
    ...(delivered ? { results: 4 * results.scratchWords * maxSegments } : {}),
  });
}

/** Makes the plan of a segmented reduce: all that a call records, as plain data. Needs no GPU. */
export function reducePlan(
  stages: ReduceStages,
  spec: ReduceSpec,
  access: ReduceAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const context = reduceContext(stages, spec, access, facts, tuning);
  const { results, parameters } = context;
  const [swept, ranges] = (['offsets', 'ranges'] as const).map((form) => {
    const formed = { ...access, form };
    return partitionSpec(context, formed, reduceBins(context, formed));
  }) as [PartitionSpec, PartitionSpec];
  const bins = reduceBins(context, access);
  const partition = isSwept(access) ? swept : ranges;
  const { regions, bytes } = scratchOf(context, swept, ranges);
  return {
    passes: [
      ...(needsSetup(context, access) ? partitionPasses(partition) : []),
      ...foldPasses(context, access, partition, bins),
      ...(givesResults(spec) ? deliverPasses(results) : []),
    ],
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * inputBytes(context),
    argsSlots: argsSlots(ranges),
    classes: bins,
    ...(partition.unbinned ? { unlisted: unlistedSegments(context, access, bins) } : {}),
    ...(parameters ? { parameters } : {}),
  };
}

/**
 * Tile slots for each tile's worth of items. Segments of a tile or more that do not overlap get at least this many
 * slots each.
 */
export const SPREAD = 16;

/** Slots for the results of tiles. */
export function partialSlots({ maxItems, table }: ReduceContext): number {
  return Math.floor(maxItems / table.reduce.tile) * SPREAD;
}

/** The method of the large bin, as `describe()` prints it. */
export function largeMethod({ table }: ReduceContext): string {
  return `tiles of ${table.reduce.tile}+ items`;
}

/** The two passes of all large segments: the first folds tiles, the second folds the tiles' results. */
export function largePasses(context: ReduceContext, bin: number): Pass[] {
  const { workgroup, tile, tileLanes } = context.table.reduce;
  const constants = { TILE: tile, LARGE_BIN: bin };
  const group = { lanes: tileLanes, workgroup, longest: Number.POSITIVE_INFINITY };
  const tiles = composed('reduce/large tiles', largeTiles, [
    { constants, modules: [storeModule(context.accumulator, 'storePartial', 'partials')] },
    inputFragment(context, tileLanes === 1 ? 'counted' : 'terms'),
    groupFragment(context, { ...group, leaf: leafOf(context) }),
    accumulatorFragment(context),
    resultsFragment(context),
  ]);
  const partials = composed('reduce/large partials', largePartials, [
    { constants },
    partialsFragment(context),
    groupFragment(context, { ...group, leaf: 1 }),
    accumulatorFragment(context),
    resultsFragment(context),
  ]);
  const { item, result } = foldedBytes(context);
  return [
    { ...tiles, grid: { kind: 'indirect', slot: ARGS.tiles }, bins: [bin], traffic: { item, segment: 12 + result } },
    { ...partials, grid: { kind: 'indirect', slot: ARGS.large }, bins: [bin] },
  ];
}

const LENGTHS_WORKGROUP = 64;

/** The module that reads segments in the form that the caller gave. */
function segmentsModule(form: ReduceAccess['form']): WgslModule {
  return section(segmentsFile, 'segments', form === 'ranges' ? 'ranges' : 'offsetsOrSize');
}

/** The pass for operators that need only the lengths of segments. */
export function lengthsPass(context: ReduceContext, { form }: ReduceAccess): Pass {
  return {
    ...composed('reduce/lengths', reduceLengths, [
      { constants: { WORKGROUP: LENGTHS_WORKGROUP }, modules: [segmentsModule(form)] },
      accumulatorFragment(context),
      resultsFragment(context),
    ]),
    grid: counted('segments', 1, LENGTHS_WORKGROUP),
  };
}

/**
 * How a profile counts segments that are in no list. The bound is the length that separates the first bin from others.
 */
function unlistedSegments(
  context: PlanContext,
  access: ReduceAccess,
  [first]: readonly ReduceBin[],
): NonNullable<Plan['unlisted']> {
  const { modules = [] } = needsSetup(context, access)
    ? { modules: [NUMBERS_OF_STATE, segmentsModule(access.form)] }
    : callFragment(access);
  return { maxLength: Math.min(first?.maxLength ?? 0, 2 ** 32 - 1), modules };
}

/** The pass that folds the segments of one bin below the large bin. */
export function segmentsPass(context: ReduceContext, bin: ReduceBin, index: number, grid: Grid): Pass {
  const { workgroup } = context.table.reduce;
  const { item, result } = foldedBytes(context);
  return {
    ...composed(`reduce/${bin.name} ${bin.maxLength}`, reduceSegments, [
      { constants: { BIN: index } },
      inputFragment(context),
      groupFragment(context, { lanes: bin.lanes, workgroup, leaf: leafOf(context), longest: bin.maxLength }),
      accumulatorFragment(context),
      resultsFragment(context),
    ]),
    grid,
    bins: [index],
    traffic: { item, segment: 12 + result },
  };
}
