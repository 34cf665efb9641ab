import largeFile from '../../wgsl/partition/large.wgsl';
import segmentsFile from '../../wgsl/partition/segments.wgsl';
import type { DeviceFacts } from '../gpu/device.ts';
import {
  argsSlots,
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

/** Slots for the accumulators of pieces: two per merge tile. */
function partialSlots(context: ScanContext, stages: ScanStages): number {
  return 2 * Math.floor((context.maxItems + context.maxSegments) / stages.tile(context)) + 2;
}

/** Only the setup of the partition is used. The merge tiles need no lists. */
function setupSpec(
  { table, maxSegments }: ScanContext,
  { form, countOnGpu }: ScanAccess,
  stages: ScanStages,
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
  const context: ScanContext = {
    ...spec,
    ...scan,
    table,
    subgroups: facts.subgroups && tuning.subgroups !== false,
  };
  const { maxItems, maxSegments } = spec;
  const classes = scanClasses(context, stages);
  const cuts = classes.length > 1;
  const partition = setupSpec(context, access, stages, classes);
  const packed = packedPasses(context);
  const results = resultsRoom(context);
  const { regions, bytes } = layOut({
    state: 4 * STATE.FIRST_ID,
    starts: 4 * maxSegments,
    sums: 4 * startsSums(context),
    partials: 4 * scan.accumulator.words * (cuts ? partialSlots(context, stages) : 1),
    ...(results > 0 ? { results } : {}),
  });
  const words = scan.initial ?? [];
  return {
    passes: [
      ...partitionPasses(partition),
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
      modules: [
        NUMBERS_OF_STATE,
        section(segmentsFile, 'segments', access.form === 'ranges' ? 'ranges' : 'offsetsOrSize'),
      ],
    },
    ...(scan.initial ? { parameters: [...words, ...new Array<number>(64 - words.length).fill(0)] } : {}),
  };
}
