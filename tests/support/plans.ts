/** Plans as data, made without a GPU: for one device and request, and for every kind of device. */

import type { DeviceFacts } from '../../src/gpu/device.ts';
import type { GroupSpec } from '../../src/group/descriptor.ts';
import { type GatherSpec, gatherPlan } from '../../src/group/gather.ts';
import { type GroupAccess, rowSort } from '../../src/group/kernels.ts';
import { groupPlan } from '../../src/group/plan.ts';
import { atomicPlan } from '../../src/group/reduce_by_key.ts';
import type { NumberType } from '../../src/item_types.ts';
import { checkedBins } from '../../src/keys/descriptor.ts';
import { leastKeys } from '../../src/keys/histogram/least_keys.ts';
import { type HistogramAccess, histogramPlan } from '../../src/keys/histogram/plan.ts';
import { loadHistogramStages } from '../../src/keys/load.ts';
import { type RunsAccess, type RunsRequest, runsPlan } from '../../src/keys/runs/plan.ts';
import { type Operator, type SimpleOp, simpleOperator } from '../../src/operators/components.ts';
import { compositeOperator } from '../../src/operators/composite.ts';
import { customOperator } from '../../src/operators/custom.ts';
import { DOUBLE_MODULES, doubleOperator } from '../../src/operators/doubles.ts';
import { elementOf, isComposite, isOfDoubles } from '../../src/operators/elements.ts';
import { logSumExp } from '../../src/operators/exponentials.ts';
import { checkedRare } from '../../src/operators/initial.ts';
import { moreOperator } from '../../src/operators/more.ts';
import { isMore } from '../../src/operators/names.ts';
import type { CheckedOp } from '../../src/operators/operators.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { type ReduceSpec, reduceRequest } from '../../src/reduce/descriptor.ts';
import type { ReduceAccess } from '../../src/reduce/kernels.ts';
import { loadReduceStages, mayUseSums } from '../../src/reduce/load.ts';
import { omittingReducePlan } from '../../src/reduce/omit.ts';
import { reducePlan } from '../../src/reduce/plan.ts';
import type { RowsSpec } from '../../src/reduce/rows/context.ts';
import { omittingRowsPlan } from '../../src/reduce/rows/omit.ts';
import { rowsPlan } from '../../src/reduce/rows/plan.ts';
import { type ScanSpec, scanRequest } from '../../src/segmented_scan/descriptor.ts';
import { scanGpu } from '../../src/segmented_scan/gpu.ts';
import type { ScanAccess } from '../../src/segmented_scan/kernels.ts';
import { omittingScanPlan } from '../../src/segmented_scan/omit.ts';
import { scanPlan } from '../../src/segmented_scan/plan.ts';
import { scanSoftware } from '../../src/segmented_scan/software.ts';
import { loadSelectStages } from '../../src/select/load.ts';
import {
  type QuantileAccess,
  type QuantileSpec,
  quantilePlan,
  sortedQuantiles,
} from '../../src/select/quantile/plan.ts';
import { sortsQuantiles } from '../../src/select/quantile/record.ts';
import { windowedQuantilePlan } from '../../src/select/quantile/windows.ts';

import type { TopKAccess, TopKSpec } from '../../src/select/topk/kernels.ts';
import { omittingTopKPlan } from '../../src/select/topk/omit.ts';
import { topKPlan } from '../../src/select/topk/plan.ts';
import { windowedTopKPlan } from '../../src/select/topk/windows.ts';
import { BLOCKS } from '../../src/sort/blocks.ts';
import { comparisonOf, mappingOf } from '../../src/sort/custom.ts';
import { keyTraits, keyWidth, type SortAccess, type SortSpec } from '../../src/sort/kernels.ts';

import { loadSortStages } from '../../src/sort/load.ts';
import { sortPlan } from '../../src/sort/plan.ts';
import { checkedTransform } from '../../src/transform/descriptor.ts';
import { namedSteps } from '../../src/transform/kernels.ts';
import { partPlan, type TransformAccess, transformPlan } from '../../src/transform/plan.ts';
import { type Family, familyOf, type InternalTuning, tuningTable } from '../../src/tuning/tuning.ts';

const ROOM = { maxItems: 1 << 20, maxSegments: 1 << 16, maxSegmentSize: Number.POSITIVE_INFINITY } as const;
const LISTED = { form: 'offsets', countOnGpu: false } as const;

/** An order of vectors, by a comparator. */
export const COMPARE = comparisonOf('vec3<f32>', { wgsl: 'return a.x < b.x;' }, false, {});

const KEYS = { keyType: 'u32', order: 'ascending', beginBit: 0, endBit: 32, zerosTie: false, valueBytes: 8 } as const;

const WIDE_KEYS = { ...KEYS, keyType: 'u64', endBit: 64 } as const;

const INDICES = { indexFrom: 'segment', orderBy: numbersOf('u32')?.orderBy } as const;

/** SwiftShader, with subgroups of 8. */
export const FACTS: DeviceFacts = {
  software: true,
  lavapipe: false,
  vendor: '',
  subgroups: true,
  subgroupMinSize: 8,
  subgroupMaxSize: 8,
  subgroupSizeControl: true,
  workgroupStorageBytes: 32768,
  workgroupInvocations: 1024,
};

/** The stages of both families, with all that they may load: radix sorts of keys of one and of two words, and merges. */
const ACROSS = { lanes: 128, lanesPairs: 128, items: 16 } as const;
const tuningOf = (family: Family) =>
  ({ family, sort: { small: { across: ACROSS }, large: { ranking: 'ballots', lookBackWorkgroup: 256 } } }) as const;
const stagesOf = async (family: Family, tuning = tuningOf(family)) => ({
  1: await loadSortStages(FACTS, tuning, { ...KEYS, ...INDICES }),
  2: await loadSortStages(FACTS, tuning, { ...WIDE_KEYS, ...INDICES }),
  merge: await loadSortStages(FACTS, tuning, { ...KEYS, ...INDICES, compare: COMPARE }),
});
const withBlocks = (stages: Awaited<ReturnType<typeof stagesOf>>) => ({
  ...stages,
  1: { ...stages[1], blocks: BLOCKS },
});
const STAGES = { software: await stagesOf('software'), gpu: withBlocks(await stagesOf('gpu')) };
const REDUCE_STAGES = { software: await loadReduceStages('software'), gpu: await loadReduceStages('gpu') };
const SUMS = await loadReduceStages('gpu', true);

/** Changes of a sort's plan. The default sorts u32 keys in segments by offsets, from one buffer into another. */
export type SortChanges = Partial<SortSpec & SortAccess> & { readonly tuning?: InternalTuning };

export function sortOf(facts: DeviceFacts, { tuning = {}, ...changes }: SortChanges = {}): Plan {
  const keyType = changes.keyType ?? 'u32';
  const order = { keyType, order: 'ascending', beginBit: 0, endBit: keyWidth(keyType), zerosTie: false } as const;
  const access = { ...LISTED, keysInPlace: false, valuesInPlace: false, ...changes };
  const spec: SortSpec = { ...order, valueBytes: 0, ...ROOM, ...changes };
  const stages = STAGES[familyOf(facts, tuning)][changes.compare ? 'merge' : keyTraits(spec).words];
  return sortPlan(stages, spec, access, facts, tuning);
}

/** The type and operators of a reduce, in the form of a call's options, and the form of its segments. */
export type ReduceWhat = Parameters<typeof reduceRequest>[1] & { readonly form?: 'ranges' };
export type ReduceChanges = Partial<ReduceSpec & ReduceAccess> & { readonly tuning?: InternalTuning };

function reduceSpec({ form: _, ...what }: ReduceWhat, more: Partial<ReduceSpec>): ReduceSpec {
  const request = reduceRequest('type', what);
  const { type, ops, listed, accuracy } = request;
  const element = elementOf(type);
  const rare = checkedRare(request.rare ?? {}, type, ops, listed);
  const operatorOf = (op: CheckedOp, i: number): Operator => {
    if (op === 'logsumexp') return logSumExp(element);
    if (isMore(op)) return moreOperator(element, op, op === 'std' ? operatorOf('variance', i) : undefined);
    if (isOfDoubles(element, op)) return doubleOperator(element, op);
    if (isComposite(element, op, accuracy)) return compositeOperator(element, op);
    if (typeof op === 'string') return simpleOperator(element, op);
    return customOperator(element, op, i, DOUBLE_MODULES);
  };
  const operators = ops.map(operatorOf);
  return { ...request, ...rare, operators, phase: 'whole', ...ROOM, ...more };
}

export function reduceOf(facts: DeviceFacts, what: ReduceWhat, { tuning = {}, ...more }: ReduceChanges = {}): Plan {
  const access = { form: what.form ?? 'offsets', countOnGpu: false, wholeVectors: true, ...more } as const;
  const family = familyOf(facts, tuning);
  const spec = reduceSpec(what, more);
  const stages = family === 'gpu' && mayUseSums(facts, spec) ? SUMS : REDUCE_STAGES[family];
  return (spec.omitsNans ? omittingReducePlan : reducePlan)(stages, spec, access, facts, tuning);
}

export type RowsChanges = Partial<RowsSpec & ReduceAccess> & { readonly tuning?: InternalTuning };

export function rowsOf(facts: DeviceFacts, what: ReduceWhat, { tuning = {}, ...more }: RowsChanges = {}): Plan {
  const spec = { width: 64, gathers: false, weighted: false, ...reduceSpec(what, more), ...more };
  const access = { form: what.form ?? 'offsets', countOnGpu: false, ...more } as const;
  const stages = REDUCE_STAGES[familyOf(facts, tuning)];
  if (!spec.omitsNans) return rowsPlan(stages, spec, access, facts, tuning);
  // Products are f32.
  const reduced = spec.weighted ? reduceSpec({ ...what, type: 'f32' }, {}) : spec;
  return omittingRowsPlan(stages, spec, reduced, access, facts, tuning);
}

/** The type and operator of a scan, in the form of a call's options. */
export type ScanWhat = Parameters<typeof scanRequest>[1];
export type ScanChanges = Partial<
  Pick<ScanSpec, 'phase' | 'maxItems' | 'maxSegments' | 'maxSegmentSize'> & ScanAccess
> & {
  readonly tuning?: InternalTuning;
};

export function scanOf(facts: DeviceFacts, what: ScanWhat, { tuning = {}, ...more }: ScanChanges = {}): Plan {
  const { reduce: request, ...how } = scanRequest('type', what);
  const { type, ops, rare } = request;
  const operators = ops.map((op, i) =>
    typeof op === 'string' ? simpleOperator(elementOf(type), op as SimpleOp) : customOperator(elementOf(type), op, i),
  );
  const reduce = { ...request, ...checkedRare(rare ?? {}, type, ops, false), operators };
  const spec: ScanSpec = { ...how, reduce, phase: 'whole', ...ROOM, ...more };
  const access = { form: 'offsets', countOnGpu: false, inPlace: false, wholeVectors: true, ...more } as const;
  const stages = familyOf(facts, tuning) === 'gpu' ? scanGpu : scanSoftware;
  return (reduce.omitsNans ? omittingScanPlan : scanPlan)(stages, spec, access, facts, tuning);
}

/** What a transform is, in the form of a descriptor. */
export type TransformWhat = Parameters<typeof checkedTransform>[2] & {
  readonly type: NumberType;
  readonly transform: unknown;
};
/** `ofPart`: the step whose results are made of a part of a long segment. */
export type TransformChanges = Partial<TransformAccess> & {
  readonly tuning?: InternalTuning;
  readonly ofPart?: number;
};

/** A transform by name. */
export function transformOf(facts: DeviceFacts, what: TransformWhat, { tuning = {}, ...more }: TransformChanges = {}) {
  const element = elementOf(what.type);
  const checked = checkedTransform(what.type, what.transform, what);
  const readsOthers = checked.name === 'diff' || checked.name === 'shift';
  const spec = { ...checked, element, steps: namedSteps(checked, element), readsOthers, ...ROOM };
  const access = { form: 'offsets', countOnGpu: false, inPlace: false, wholeVectors: true, ...more } as const;
  const stages = REDUCE_STAGES[familyOf(facts, tuning)];
  if (more.ofPart === undefined) return transformPlan(stages, spec, access, facts, tuning);
  return partPlan(stages, spec, spec.steps[more.ofPart]!, facts, tuning);
}

/** Changes of a plan of ranks, distinct keys or modes. The default ranks u32 keys by their places. */
export type RunsChanges = Partial<RunsRequest & RunsAccess> & {
  readonly keyType?: NumberType;
  readonly tuning?: InternalTuning;
};

export function runsOf(facts: DeviceFacts, { tuning = {}, keyType = 'u32', ...changes }: RunsChanges = {}): Plan {
  const order = { ...KEYS, keyType, endBit: keyWidth(keyType) } as const;
  const what = { order, movesNans: false, oneNan: false, omits: false, makes: 'ranks', ties: 'ordinal' } as const;
  const spec = { ...what, ...ROOM, ...changes };
  const access = { ...LISTED, ...changes };
  const words = keyWidth(keyType) === 64 ? 2 : 1;
  return runsPlan(STAGES[familyOf(facts, tuning)][words], spec, access, facts, tuning);
}

const HISTOGRAM_STAGES = {
  software: await loadHistogramStages(FACTS, tuningOf('software')),
  gpu: await loadHistogramStages(FACTS, tuningOf('gpu')),
};

/** Changes of a histogram's plan. The default counts f32 in 64 bins. */
export type HistogramChanges = Partial<HistogramAccess> & {
  readonly keyType?: NumberType;
  readonly bins?: number;
  readonly edges?: readonly number[];
  readonly tuning?: InternalTuning;
};

export function histogramOf(
  facts: DeviceFacts,
  { tuning = {}, keyType = 'f32', bins = 64, edges, ...access }: HistogramChanges = {},
): Plan {
  const order = { ...KEYS, keyType, endBit: keyWidth(keyType) } as const;
  const least = leastKeys(keyType, checkedBins(edges ? { edges } : { bins, range: [0, 100] }));
  const stages = HISTOGRAM_STAGES[familyOf(facts, tuning)];
  return histogramPlan(
    stages,
    { order, bins: edges ? edges.length - 1 : bins, least, ...ROOM },
    { ...LISTED, ...access },
    facts,
    tuning,
  );
}

/** Changes of a grouping's plan. The default groups distinct u32 ids, with keys. */
export type GroupChanges = Partial<GroupSpec & GroupAccess> & { readonly tuning?: InternalTuning };

export function groupOf(facts: DeviceFacts, { tuning = {}, ...changes }: GroupChanges = {}): Plan {
  const how = { type: 'u32', zerosTie: false, sorted: false, groups: undefined } as const;
  const spec: GroupSpec = { ...how, maxItems: ROOM.maxItems, maxGroups: ROOM.maxSegments, ...changes };
  const access = { keys: true, valueBytes: 0, ...changes };
  const words = rowSort(spec).keyType === 'u64' ? 2 : 1;
  return groupPlan(STAGES[familyOf(facts, tuning)][words], spec, access, facts, tuning);
}

/** A gather of items of so many bytes. */
export function gatherOf(facts: DeviceFacts, itemBytes: number, tuning: InternalTuning = {}, countOnGpu = false): Plan {
  const spec: GatherSpec = { itemBytes, maxItems: ROOM.maxItems, countOnGpu };
  return gatherPlan(spec, STAGES[familyOf(facts, tuning)][1].deviceTable(facts));
}

const SELECT_STAGES = {
  software: await loadSelectStages(FACTS, tuningOf('software')),
  gpu: await loadSelectStages(FACTS, tuningOf('gpu')),
};

/** Changes of a top-k's plan. The default selects u32 keys in segments by offsets. */
export type TopKChanges = Partial<TopKSpec & TopKAccess> & { readonly tuning?: InternalTuning };

export function topKOf(facts: DeviceFacts, { tuning = {}, ...changes }: TopKChanges = {}): Plan {
  const keyType = changes.keyType ?? 'u32';
  const order = { keyType, order: 'descending', beginBit: 0, endBit: keyWidth(keyType), zerosTie: false } as const;
  const outputs = { keys: true, values: (changes.valueBytes ?? 0) > 0, indices: true, counts: true };
  const access: TopKAccess = { ...LISTED, kOnGpu: false, ...outputs, ...changes };
  const spec: TopKSpec = { ...order, valueBytes: 0, maxK: 100, ...ROOM, ...changes };
  const { words } = keyTraits(spec);
  const family = familyOf(facts, tuning);
  const stages = { select: SELECT_STAGES[family], sort: STAGES[family][words] };
  const makePlan = spec.maxWindowItems === undefined ? topKPlan : windowedTopKPlan;
  if (!spec.omitsNans) return makePlan(stages, spec, access, facts, tuning);
  return omittingTopKPlan(stages, spec, access, facts, tuning, undefined, makePlan);
}

/** Changes of a plan of quantiles. The default gives medians of u32 keys in segments by offsets. */
export type QuantileChanges = Partial<QuantileSpec & QuantileAccess> & { readonly tuning?: InternalTuning };

export function quantileOf(facts: DeviceFacts, { tuning = {}, ...changes }: QuantileChanges = {}): Plan {
  const keyType = changes.keyType ?? 'u32';
  const order = { keyType, order: 'ascending', beginBit: 0, endBit: keyWidth(keyType), zerosTie: false } as const;
  const access = { ...LISTED, low: true, high: true, counts: true, ...changes };
  const spec: QuantileSpec = { ...order, quantiles: [0.5], omitsNans: false, ...ROOM, ...changes };
  const family = familyOf(facts, tuning);
  const { words } = keyTraits(spec);
  const select = SELECT_STAGES[family];
  const sorts = sortsQuantiles(tuningTable(select.deviceTable(facts), tuning), spec);
  const sorted = sorts ? sortedQuantiles(select, STAGES[family][words]) : undefined;
  const makePlan = spec.maxWindowItems === undefined ? quantilePlan : windowedQuantilePlan;
  return makePlan({ select, ...(sorted ? { sorted } : {}) }, spec, access, facts, tuning);
}

/** A reduce of numbered groups by atomic operations. */
export function atomicOf(
  facts: DeviceFacts,
  op: 'sum' | 'min' | 'count',
  valueType: 'u32' | 'i8',
  changes: Partial<GroupSpec> = {},
): Plan {
  const spec: GroupSpec = {
    ...{ type: 'u32', zerosTie: false, sorted: false, groups: 1000 },
    ...{ maxItems: ROOM.maxItems, maxGroups: 1000, ...changes },
  };
  const operator = simpleOperator(elementOf(valueType), op);
  return atomicPlan(STAGES[familyOf(facts, {})][1], spec, { op, type: valueType, operator }, facts, {});
}

/** An order of vectors by numbers. */
export function numbersOf(returns: 'u32' | 'vec2<u32>') {
  const wgsl = returns === 'u32' ? 'return key.x;' : 'return key.xy;';
  return mappingOf('vec3<u32>', { wgsl, returns }, 'descending', {});
}

const DEFAULT_LIMITS = { ...FACTS, software: false, workgroupStorageBytes: 16384, workgroupInvocations: 256 };

const IN_PLACE = { keysInPlace: true, valuesInPlace: true } as const;
const SORTS: Readonly<Record<string, SortChanges>> = {
  'sort pairs': { valueBytes: 4 },
  'sort keys': {},
  'sort wide pairs': { keyType: 'f64', valueBytes: 16, form: 'ranges', countOnGpu: true, endBit: 40 },
  'sort narrow pairs in place': { keyType: 'i8', valueBytes: 2, ...IN_PLACE },
  'sort keys of two words': { keyType: 'f64' },
  'sort by a comparator': { compare: COMPARE, valueBytes: 2, ...IN_PLACE },
  'sort indices': { valueBytes: 4, indexFrom: 'segment' },
  'sort by numbers of keys': { ...numbersOf('vec2<u32>'), valueBytes: 1, countOnGpu: true },
};

const GROUPS: Readonly<Record<string, GroupChanges>> = {
  'groups of f64': { type: 'f64', valueBytes: 16 },
  'groups of i8, sorted': { type: 'i8', sorted: true },
  'numbered groups of i64': { type: 'i64', groups: 1000, valueBytes: 1 },
};

const TOP_KS: Readonly<Record<string, TopKChanges>> = {
  'top-k': {},
  'top-k of long segments': {
    ...{ keyType: 'f64', form: 'ranges', countOnGpu: true, kOnGpu: true, maxItems: 2 ** 22, maxSegments: 200 },
  },
  'top-k of wide pairs': { keyType: 'f64', valueBytes: 16, form: 'ranges', countOnGpu: true, kOnGpu: true },
};

const SEVERAL = { type: 'i8', op: ['argmin', 'min', 'mean', 'variance', 'sum', 'count', 'or'] } as const;

/** A kind of device with one family, with or without subgroups, and plans of every shape for it. */
export interface DevicePlans {
  readonly device: string;
  readonly facts: DeviceFacts;
  readonly plans: readonly (readonly [name: string, plan: Plan])[];
}

/** Plans of every shape. */
export function plansOf(facts: DeviceFacts, tuning: InternalTuning): [string, Plan][] {
  return [
    ...Object.entries(SORTS).map(([name, changes]): [string, Plan] => [name, sortOf(facts, { ...changes, tuning })]),
    ...Object.entries(GROUPS).map(([name, changes]): [string, Plan] => [name, groupOf(facts, { ...changes, tuning })]),
    [
      'sort pairs by ballots',
      sortOf(facts, { valueBytes: 4, tuning: { ...tuning, sort: { large: { ranking: 'ballots' } } } }),
    ],
    ['gather of groups', gatherOf(facts, 12, tuning, true)],
    ...Object.entries(TOP_KS).map(([name, changes]): [string, Plan] => [name, topKOf(facts, { ...changes, tuning })]),
    ['quantiles', quantileOf(facts, { keyType: 'f64', quantiles: [0, 0.25, 0.5, 0.75, 1], form: 'ranges', tuning })],
    ['reduce', reduceOf(facts, { type: 'f32', op: 'sum' }, { tuning })],
    ['several reduces', reduceOf(facts, SEVERAL, { tuning, wholeVectors: false })],
    [
      'several reduces by begin and end',
      reduceOf(facts, { ...SEVERAL, form: 'ranges' }, { tuning, wholeVectors: false }),
    ],
    ['scan', scanOf(facts, { type: 'f32', op: 'sum' }, { tuning })],
    [
      'scan by begin and end',
      scanOf(facts, { type: 'i8', op: 'min', exclusive: true }, { tuning, form: 'ranges', countOnGpu: true }),
    ],
    ['scan in place', scanOf(facts, { type: 'u32', op: 'sum', reverse: true, initial: 1 }, { tuning, inPlace: true })],
    ['scan of maxima', scanOf(facts, { type: 'f32', op: 'max', exclusive: true }, { tuning, countOnGpu: true })],
    ['softmax', transformOf(facts, { type: 'f32', transform: 'softmax' }, { tuning })],
    [
      'standardize in place, by begin and end',
      transformOf(facts, { type: 'f32', transform: 'standardize' }, { tuning, form: 'ranges', inPlace: true }),
    ],
    ['diff of u8', transformOf(facts, { type: 'u8', transform: 'diff' }, { tuning, countOnGpu: true })],
    ['diff of a part of a segment', transformOf(facts, { type: 'i16', transform: 'diff' }, { tuning, ofPart: 0 })],
    ['ranks of f64 by begin and end', runsOf(facts, { keyType: 'f64', ties: 'average', form: 'ranges', tuning })],
    ['distinct u8', runsOf(facts, { keyType: 'u8', makes: 'distinct', oneNan: true, tuning })],
    ['modes of f32', runsOf(facts, { keyType: 'f32', makes: 'modes', oneNan: true, omits: true, tuning })],
    ['histogram', histogramOf(facts, { tuning })],
    ['histogram of u64 by begin and end', histogramOf(facts, { keyType: 'u64', form: 'ranges', tuning })],
    ['argmax without NaNs', reduceOf(facts, { type: 'f64', op: 'argmax', nan: 'omit' }, { tuning, countOnGpu: true })],
    [
      'argmin of rows without NaNs',
      rowsOf(facts, { type: 'f16', op: 'argmin', nan: 'omit', form: 'ranges' }, { tuning, countOnGpu: true, width: 5 }),
    ],
    [
      'weighted sums of listed rows without NaNs',
      rowsOf(facts, { type: 'f16', op: 'sum', nan: 'omit' }, { tuning, gathers: true, weighted: true }),
    ],
    [
      'scan without NaNs, by begin and end',
      scanOf(facts, { type: 'f16', op: 'max', reverse: true, nan: 'omit' }, { tuning, form: 'ranges' }),
    ],
    ['top-k without NaNs', topKOf(facts, { keyType: 'f32', omitsNans: true, valueBytes: 2, tuning })],
    ['scan of a window', scanOf(facts, { type: 'f32', op: 'sum' }, { tuning, phase: 'part', maxSegments: 1 })],
  ];
}

/** Plans take seconds to make, and hundreds of megabytes. So they are made when a test asks, and dropped after it. */
const plansOfDevices = new Map<string, DevicePlans['plans']>();
/** Drops the plans of EVERY_DEVICE, at the end of a file. */
export const forgetPlans = () => plansOfDevices.clear();

/** Devices of every subgroup size, with large and with default limits, each family, with and without subgroups. */
export const EVERY_DEVICE: readonly DevicePlans[] = [4, 8, 16, 32, 64, 128].flatMap((size) =>
  (['software', 'gpu'] as const).flatMap((family) =>
    [true, false].flatMap((subgroups) =>
      [FACTS, DEFAULT_LIMITS].map((base) => {
        const facts = { ...base, subgroupMinSize: size, subgroupMaxSize: size };
        const device = `${family}, subgroups ${subgroups ? size : `of ${size} off`}, ${base.workgroupStorageBytes} bytes`;
        return {
          ...{ device, facts },
          get plans() {
            const plans = plansOfDevices.get(device) ?? plansOf(facts, { family, subgroups });
            plansOfDevices.set(device, plans);
            return plans;
          },
        };
      }),
    ),
  ),
);
