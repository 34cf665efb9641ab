import type { DeviceFacts } from '../device.ts';
import {
  ARGS,
  NO_BIN,
  type PartitionSpec,
  partitionCounters,
  partitionPasses,
  STATE_WORDS,
} from '../partition/plan.ts';
import { layOut, type Pass, type Plan } from '../record/plan.ts';
import { scanSums } from '../scan/plan.ts';
import { type FamilyTuning, familyOf, type ReduceTuning, type Tuning, tuningTable } from '../tuning.ts';
import {
  type ReduceAccess,
  type ReduceBin,
  type ReduceContext,
  type ReduceParts,
  type ReduceSpec,
  reduceParts,
} from './context.ts';
import { flatPasses, lengthsPass } from './flat.ts';
import { largePasses, partialSlots, SPREAD } from './large.ts';
import { deliverPasses } from './results.ts';
import { segmentsPass } from './segments.ts';

/** The bins of a reduce. Empty segments belong to the first: their result is the identity. */
function reduceBins(context: ReduceContext): ReduceBin[] {
  const { bins: shapes, workgroup, tile, tileLanes } = context.table.reduce;
  const longest = Math.min(context.maxSegmentSize, context.maxItems);
  const bins: ReduceBin[] = [];
  const add = (bin: Omit<ReduceBin, 'minLength'>) => {
    const previous = bins.at(-1);
    const minLength = previous ? previous.maxLength + 1 : 0;
    if (minLength <= longest) bins.push({ ...bin, minLength });
  };
  const shape = { segmentsPerWorkgroup: workgroup, workgroupsMost: NO_BIN };
  if (lengthsOnly(context)) {
    // Lengths alone: one kernel for all.
    add({ ...shape, name: 'small', maxLength: Number.POSITIVE_INFINITY, lanes: 1, method: 'length' });
    return bins;
  }
  for (const { limit, lanes, name } of shapes) {
    const method = lanes === 1 ? 'one lane' : lanes === workgroup ? 'one workgroup' : `${lanes} lanes`;
    add({ ...shape, name, maxLength: limit, lanes, method, segmentsPerWorkgroup: workgroup / lanes });
  }
  add({
    name: 'large',
    maxLength: Number.POSITIVE_INFINITY,
    lanes: tileLanes,
    method: `tiles of ${tile} items and more, then their results`,
    segmentsPerWorkgroup: 1,
    workgroupsMost: 0,
  });
  return bins;
}

/** Workgroup memory that a workgroup of accumulators may take: WebGPU promises 16 KiB, of which a word or two go elsewhere. */
const SHARED_BYTES_MOST = 15 * 1024;

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

function reduceContext(spec: ReduceSpec, facts: DeviceFacts, tuning: Tuning): ReduceContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const parts = reduceParts(spec);
  return {
    ...spec,
    ...parts,
    family: familyOf(facts, tuning),
    table: fittedTable(tuningTable(facts, tuning), parts),
    subgroups,
    lanes: subgroups ? facts.subgroupMinSize : 1,
  };
}

function lengthsOnly({ accumulator }: ReduceContext): boolean {
  return accumulator.components.length === 0;
}

/** Whether listed segments are walked without a partition. */
function isFlat({ table }: ReduceContext, { form }: ReduceAccess): boolean {
  return form === 'offsets' && table.reduce.flat !== undefined;
}

/** The passes of segments that are listed, up to the large ones. */
function listedPasses(context: ReduceContext, access: ReduceAccess, partition: PartitionSpec): Pass[] {
  const { flat } = context.table.reduce;
  if (lengthsOnly(context)) return [lengthsPass(context, access)];
  return flat && isFlat(context, access) ? flatPasses(context, partition, flat) : [];
}

function partitionSpec(context: ReduceContext, access: ReduceAccess, bins: readonly ReduceBin[]): PartitionSpec {
  const { table, family } = context;
  const { tile, workgroup, tileLanes } = table.reduce;
  const perWorkgroup = workgroup / tileLanes;
  return {
    bins,
    minLength: 0,
    large: {
      tile,
      counters: 0,
      spread: SPREAD,
      tilesPerWorkgroup: perWorkgroup,
      segmentsPerWorkgroup: perWorkgroup,
    },
    cooperative: family === 'gpu',
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: true,
    flat: isFlat(context, access) || lengthsOnly(context),
    table,
  };
}

/** Everything a segmented reduce records, as plain data. Needs no GPU. */
export function reducePlan(spec: ReduceSpec, access: ReduceAccess, facts: DeviceFacts, tuning: Tuning): Plan {
  const context = reduceContext(spec, facts, tuning);
  const { table, accumulator, results, parameters, stage } = context;
  const bins = reduceBins(context);
  const partition = partitionSpec(context, access, bins);
  const hasLarge = bins.at(-1)?.name === 'large';
  const passes = partitionPasses(partition);
  bins.forEach((bin, index) => {
    const grid = { kind: 'indirect', slot: ARGS.firstBin + index } as const;
    if (bin.name === 'large') return;
    const pass = segmentsPass(context, bin, index, grid);
    passes.push(partition.flat ? { ...pass, form: 'fixed' } : pass);
  });
  passes.push(...listedPasses(context, access, partition));
  if (hasLarge) passes.push(...largePasses(context, bins.length - 1));
  const toResults = stage === 'whole' || stage === 'finish';
  if (toResults) passes.push(...deliverPasses(results));
  const counters = partitionCounters(partition, spec.maxSegments);
  const { regions, bytes } = layOut({
    state: 4 * (STATE_WORDS + spec.maxSegments),
    // A word more, for the length of a list that is made by atomics.
    spans: 8 * spec.maxSegments + 4,
    counters: 4 * counters,
    sums: 4 * scanSums(table, partition.cooperative, counters),
    partials: hasLarge ? 4 * accumulator.words * partialSlots(spec.maxItems, table.reduce.tile) : 0,
    ...(toResults && results.scratchWords > 0 ? { results: 4 * results.scratchWords * spec.maxSegments } : {}),
  });
  return {
    passes,
    regions,
    temporaryBytes: bytes,
    argsSlots: ARGS.firstBin + bins.length,
    classes: bins,
    ...(parameters ? { parameters } : {}),
  };
}
