import largeFile from '../../wgsl/partition/large.wgsl';
import segmentsFile from '../../wgsl/partition/segments.wgsl';
import type { DeviceFacts } from '../gpu/device.ts';
import {
  argsSlots,
  callFragment,
  PARTITION_RESOURCES,
  type PartitionSpec,
  type PartitionVariant,
  partitionPasses,
} from '../partition/plan.ts';
import { section } from '../plan/link.ts';
import { type ClassDescription, layOut, NUMBERS_OF_STATE, type Pass, type Plan, STATE } from '../plan/plan.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import type { ScanSpec } from './descriptor.ts';
import {
  isPacked,
  packedPasses,
  resultsRoom,
  type ScanAccess,
  type ScanContext,
  scanFacts,
  startsPasses,
  startsSums,
} from './kernels.ts';

/** The stages of a segmented scan that differ between kinds of adapter. */
export interface ScanStages {
  readonly partition: PartitionVariant;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
  /** Items and segments of a merge tile. */
  tile(context: ScanContext): number;
  /** Length of the longest segment that is scanned in one piece. Longer ones are cut into pieces. */
  longest(context: ScanContext): number;
  /** Whether kernels find the numbers of a call by offsets in the state, which setup has written. */
  usesState(context: ScanContext, access: ScanAccess, cuts: boolean): boolean;
  /** Bytes of further scratch ranges, if segments can be cut. */
  regions?(context: ScanContext, mergeTiles: number): Readonly<Record<string, number>>;
  passes(context: ScanContext, access: ScanAccess, cuts: boolean): Pass[];
}

/** The classes: segments scanned in one go, and segments that are cut, if the plan can have any. */
function scanClasses(context: ScanContext, stages: ScanStages): ClassDescription[] {
  const longest = stages.longest(context);
  const tile = stages.tile(context);
  const all: ClassDescription[] = [
    { name: 'small', minLength: 1, maxLength: longest, methodText: 'scanned in one go' },
    {
      name: 'large',
      minLength: longest + 1,
      maxLength: Number.POSITIVE_INFINITY,
      methodText: `scanned in pieces of ${tile} items`,
    },
  ];
  const longestPossible = Math.min(context.maxSegmentSize, context.maxItems);
  return all.filter(({ name, minLength }) => name === 'small' || minLength <= longestPossible);
}

/** The most merge tiles of a call. Partials of pieces have two slots each. */
function mergeTiles(context: ScanContext, stages: ScanStages): number {
  return Math.floor((context.maxItems + context.maxSegments) / stages.tile(context)) + 1;
}

/** Only the setup of the partition is used. The merge tiles need no lists. */
export function setupSpec(
  { table, maxSegments }: Pick<ScanContext, 'table' | 'maxSegments'>,
  { form, countOnGpu }: Pick<ScanAccess, 'form' | 'countOnGpu'>,
  stages: Pick<ScanStages, 'partition'>,
  bins: readonly ClassDescription[],
): PartitionSpec {
  return {
    bins,
    maxSegments,
    grids: [],
    minLength: 1,
    large: {
      tile: table.reduce.tile,
      tiles: section(largeFile, 'tiles', 'spread'),
      entries: section(largeFile, 'entries', 'spread'),
      finish: [section(largeFile, 'finish', 'spread')],
      constants: { SPREAD: 1 },
      tasksPerSegment: 1,
      perWorkgroup: 1,
    },
    variant: stages.partition,
    form,
    countOnGpu,
    listIds: false,
    unbinned: true,
    table,
  };
}

/** Makes the plan of a segmented scan: all passes of a call, as plain data. Needs no GPU. */
export function scanPlan(
  stages: ScanStages,
  spec: ScanSpec,
  access: ScanAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const table = tuningTable(stages.deviceTable(facts), tuning);
  const scan = scanFacts(spec);
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const context: ScanContext = {
    ...spec,
    ...scan,
    table,
    workgroupBytes: facts.workgroupStorageBytes,
    subgroups,
    lanes: subgroups ? facts.subgroupMinSize : 1,
  };
  const { maxItems, maxSegments } = spec;
  const classes = scanClasses(context, stages);
  const cuts = classes.length > 1;
  const partition = setupSpec(context, access, stages, classes);
  const packed = packedPasses(context);
  const results = resultsRoom(context);
  const tiles = mergeTiles(context, stages);
  // The passes that pack results read the state too.
  const setup = access.form === 'ranges' || isPacked(context) || stages.usesState(context, access, cuts);
  const { regions, bytes } = layOut({
    state: 4 * STATE.FIRST_ID,
    starts: 4 * maxSegments,
    sums: 4 * startsSums(context),
    partials: 4 * scan.accumulator.words * (cuts ? 2 * tiles : 1),
    ...(cuts ? stages.regions?.(context, tiles) : {}),
    ...(results > 0 ? { results } : {}),
  });
  const words = scan.initial ?? [];
  return {
    passes: [
      ...(setup ? partitionPasses(partition) : []),
      ...(access.form === 'ranges' ? startsPasses(context) : []),
      ...packed.before,
      ...stages.passes(context, access, cuts),
      ...packed.after,
    ],
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: maxItems * Math.max(scan.element.bytes, scan.resultBytes),
    argsSlots: argsSlots(partition),
    classes,
    unlisted: {
      maxLength: Math.min(classes[0]?.maxLength ?? 0, 2 ** 32 - 1),
      modules: setup
        ? [NUMBERS_OF_STATE, section(segmentsFile, 'segments', access.form === 'ranges' ? 'ranges' : 'offsetsOrSize')]
        : (callFragment(access).modules ?? []),
    },
    ...(scan.initial ? { parameters: [...words, ...new Array<number>(64 - words.length).fill(0)] } : {}),
  };
}
