import spreadTiles from '../../wgsl/partition/spread.wgsl';
import spreadEntries from '../../wgsl/partition/spread_entries.wgsl';
import spreadFinish from '../../wgsl/partition/spread_finish.wgsl';
import type { DeviceFacts } from '../gpu/facts.ts';
import { partitionGpu } from '../partition/gpu.ts';
import {
  ARGS,
  argsSlots,
  PARTITION_RESOURCES,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
} from '../partition/plan.ts';
import { partitionSoftware } from '../partition/software.ts';
import { type ClassDescription, layOut, type Plan } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import { type FamilyTuning, familyOf, type ReduceTuning, type Tuning, tuningTable } from '../tuning/tuning.ts';
import {
  type ReduceAccess,
  type ReduceBin,
  type ReduceContext,
  type ReduceParts,
  type ReduceSpec,
  reduceParts,
} from './context.ts';
import { largePasses, partialSlots, SPREAD } from './large/plan.ts';
import { deliverPasses } from './results/plan.ts';
import { segmentsPass } from './segments/plan.ts';
import { flatMost, flatPasses, lengthsPass, walkCounts, walkSlots } from './sweep/plan.ts';

/** Lengths alone need no bins: one kernel takes all. */
function lengthsOnly({ accumulator }: ReduceContext): boolean {
  return accumulator.components.length === 0;
}

/** Whether segments are walked without a partition: by offsets, or of one size. */
function isFlat({ form }: ReduceAccess): boolean {
  return form === 'offsets';
}

function hasLarge(bins: readonly ClassDescription[]): boolean {
  return bins.at(-1)?.name === 'large';
}

/** The bins below the large class: kernels of more and more lanes a segment, or one walk of them all. */
function shortBins(context: ReduceContext, access: ReduceAccess): Omit<ReduceBin, 'minLength'>[] {
  const { bins, workgroup, flat } = context.table.reduce;
  if (lengthsOnly(context)) {
    return [{ name: 'small', maxLength: Number.POSITIVE_INFINITY, lanes: 1, method: 'lengths alone' }];
  }
  if (isFlat(access)) {
    const method = `walked, ${flat.tile} items and segments a block`;
    return [{ name: 'small', maxLength: flatMost(context), lanes: 1, method }];
  }
  return bins.map(({ limit, lanes, name }) => {
    const method = lanes === 1 ? 'one lane' : lanes === workgroup ? 'one workgroup' : `${lanes} lanes`;
    return { name, maxLength: limit, lanes, method };
  });
}

/** The bins of a reduce. Empty segments belong to the first: their result is the identity. */
function reduceBins(context: ReduceContext, access: ReduceAccess): ReduceBin[] {
  const { tile, tileLanes, flat } = context.table.reduce;
  const cut = isFlat(access) && context.family === 'cpu';
  const large: Omit<ReduceBin, 'minLength'> = {
    name: 'large',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: tileLanes,
    method: cut
      ? `tiles of ${flat.tile} items, then their results`
      : `tiles of ${tile} items and more, then their results`,
  };
  const longest = Math.min(context.maxSegmentSize, context.maxItems);
  return [...shortBins(context, access), large]
    .map((bin, i, bins) => ({ ...bin, minLength: (bins[i - 1]?.maxLength ?? -1) + 1 }))
    .filter(({ minLength }) => minLength <= longest);
}

/** Workgroup memory that accumulators may take: WebGPU promises 16 KiB, of which three words a lane go elsewhere. */
const SHARED_BYTES_MOST = 12 * 1024;

/** Halves workgroups until their accumulators fit: several operators at once may take many words. */
function fittedTable(table: FamilyTuning, { accumulator }: ReduceParts): FamilyTuning {
  let reduce: ReduceTuning = table.reduce;
  while (reduce.workgroup > 8 && reduce.workgroup * accumulator.sharedBytes > SHARED_BYTES_MOST) {
    const { workgroup, tileLanes } = reduce;
    const half = workgroup / 2;
    const bins = reduce.bins.map((bin) => ({ ...bin, lanes: Math.min(bin.lanes, half) }));
    reduce = { ...reduce, bins, workgroup: half, tileLanes: Math.min(tileLanes, half) };
  }
  return { ...table, reduce };
}

function reduceContext(
  spec: ReduceSpec,
  { wholeVectors }: ReduceAccess,
  facts: DeviceFacts,
  tuning: Tuning,
): ReduceContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const parts = reduceParts(spec);
  const table = fittedTable(tuningTable(facts, tuning), parts);
  return {
    ...spec,
    ...parts,
    family: familyOf(facts, tuning),
    table,
    subgroups,
    lanes: subgroups ? facts.subgroupMinSize : 1,
    vectors: wholeVectors && readsWords(spec, parts) && table.reduce.vectors,
  };
}

/** Whether leaves are of elements that are a word each. */
function readsWords({ stage }: ReduceSpec, { element }: ReduceParts): boolean {
  return element.bytes === 4 && (stage === 'whole' || stage === 'chunk');
}

/** Whether a walk lists its long segments. */
function listOf(context: ReduceContext): NonNullable<PartitionSpec['list']> {
  return context.family === 'gpu' && !lengthsOnly(context) ? 'long' : 'none';
}

function partitionSpec(context: ReduceContext, access: ReduceAccess, bins: readonly ReduceBin[]): PartitionSpec {
  const { table, family } = context;
  const { tile, workgroup, tileLanes } = table.reduce;
  // Those of a walk have no grid but the one that the host knows.
  const listed = access.form === 'ranges' ? bins.filter(({ name }) => name !== 'large') : [];
  return {
    bins,
    grids: listed.map(({ lanes }, i) => ({ shares: { [i]: 1 }, sharesPerWorkgroup: workgroup / lanes })),
    minLength: 0,
    large: {
      tile,
      tiles: spreadTiles,
      entries: spreadEntries,
      finish: [spreadFinish],
      constants: { SPREAD },
      shares: 1,
      perWorkgroup: workgroup / tileLanes,
    },
    variant: family === 'gpu' ? partitionGpu : partitionSoftware,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: true,
    ...(isFlat(access) || lengthsOnly(context) ? { list: listOf(context) } : {}),
    table,
  };
}

/** Everything a segmented reduce records, as plain data. Needs no GPU. */
export function reducePlan(spec: ReduceSpec, access: ReduceAccess, facts: DeviceFacts, tuning: Tuning): Plan {
  const context = reduceContext(spec, access, facts, tuning);
  const { table, accumulator, results, parameters, stage } = context;
  const bins = reduceBins(context, access);
  const partition = partitionSpec(context, access, bins);
  const passes = partitionPasses(partition);
  if (lengthsOnly(context)) passes.push(lengthsPass(context, access));
  else if (isFlat(access)) passes.push(...flatPasses(context, partition));
  else {
    bins.forEach((bin, index) => {
      const grid = { kind: 'indirect', slot: ARGS.firstGrid + index } as const;
      if (bin.name !== 'large') passes.push(segmentsPass(context, bin, index, grid));
    });
    if (hasLarge(bins)) passes.push(...largePasses(context, bins.length - 1));
  }
  const toResults = stage === 'whole' || stage === 'finish';
  if (toResults) passes.push(...deliverPasses(results));
  // All plans of one reduce share their scratch memory's size: begin and end need the most counters, either may have tiles.
  const [walked, ranges] = (['offsets', 'ranges'] as const).map((form) => {
    const formed = { ...access, form };
    return partitionSpec(context, formed, reduceBins(context, formed));
  }) as [PartitionSpec, PartitionSpec];
  const counters = partitionCounters(ranges, spec.maxSegments);
  const slots = Math.max(
    hasLarge(walked.bins) ? walkSlots(context) : 0,
    hasLarge(ranges.bins) ? partialSlots(spec.maxItems, table.reduce.tile) : 0,
  );
  const { regions, bytes } = layOut({
    state: 4 * (STATE.FIRST_ID + spec.maxSegments),
    // A word more, for the length of a list that is made by atomics.
    spans: 8 * spec.maxSegments + 8,
    counters: 4 * counters,
    sums: 4 * partition.variant.scanSums(table, counters),
    partials: 4 * accumulator.words * slots,
    ...(toResults && results.scratchWords > 0 ? { results: 4 * results.scratchWords * spec.maxSegments } : {}),
  });
  return {
    passes,
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * (stage === 'whole' || stage === 'chunk' ? context.element.bytes : 4 * accumulator.words),
    argsSlots: argsSlots(ranges),
    classes: bins,
    ...(partition.list ? { counts: walkCounts(bins, access) } : {}),
    ...(parameters ? { parameters } : {}),
  };
}
