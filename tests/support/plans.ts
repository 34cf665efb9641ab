/** Plans as data, made without a GPU: of one device and request, and of every kind of device. */
import type { DeviceFacts } from '../../src/gpu/facts.ts';
import { atomicPlan } from '../../src/group/atomic.ts';
import { type GroupAccess, rowSort } from '../../src/group/context.ts';
import { groupPlan } from '../../src/group/plan.ts';
import type { GroupSpec } from '../../src/group/spec.ts';
import { namedOperator } from '../../src/operators/components.ts';
import { customOperator } from '../../src/operators/custom.ts';
import { doubleOperator } from '../../src/operators/doubles.ts';
import { elementOf, isOfDoubles } from '../../src/operators/elements.ts';
import { checkedInitial } from '../../src/operators/initial.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { ReduceAccess } from '../../src/reduce/context.ts';
import { loadReduceStages } from '../../src/reduce/load.ts';
import { reducePlan } from '../../src/reduce/plan.ts';
import { type ReduceSpec, reduceRequest } from '../../src/reduce/spec.ts';
import type { SortAccess, SortSpec } from '../../src/sort/context.ts';
import { comparisonOf } from '../../src/sort/keys/compare.ts';
import { keyTraits, keyWidth } from '../../src/sort/keys/keys.ts';
import { mappingOf } from '../../src/sort/keys/order_by.ts';
import { loadSortStages } from '../../src/sort/load.ts';
import { sortPlan } from '../../src/sort/plan.ts';
import { type Family, familyOf, type InternalTuning } from '../../src/tuning/tuning.ts';

const ROOM = { maxItems: 1 << 20, maxSegments: 1 << 16, maxSegmentSize: Number.POSITIVE_INFINITY } as const;
const LISTED = { form: 'offsets', countOnGpu: false } as const;

/** An order of vectors, by a comparator. */
export const COMPARE = comparisonOf('vec3<f32>', { wgsl: 'return a.x < b.x;' }, false, {});

const KEYS = { keyType: 'u32', order: 'ascending', beginBit: 0, endBit: 32, zerosTie: false, valueBytes: 8 } as const;

/** The stages of both families, by radix for keys of one and of two words, and by merging. */
const stagesOf = async (family: Family) => ({
  1: await loadSortStages(family, KEYS),
  2: await loadSortStages(family, { ...KEYS, keyType: 'u64', endBit: 64 }),
  merge: await loadSortStages(family, { ...KEYS, compare: COMPARE }),
});
const STAGES = { software: await stagesOf('software'), gpu: await stagesOf('gpu') };
const REDUCE_STAGES = { software: await loadReduceStages('software'), gpu: await loadReduceStages('gpu') };

/** What a sort's plan is made of, where it is not u32 keys in segments by offsets, from one buffer into another. */
export type SortChanges = Partial<SortSpec & SortAccess> & { readonly tuning?: InternalTuning };

export function sortOf(facts: DeviceFacts, { tuning = {}, ...changes }: SortChanges = {}): Plan {
  const keyType = changes.keyType ?? 'u32';
  const order = { keyType, order: 'ascending', beginBit: 0, endBit: keyWidth(keyType), zerosTie: false } as const;
  const access = { ...LISTED, keysInPlace: false, valuesInPlace: false, ...changes };
  const spec: SortSpec = { ...order, valueBytes: 0, ...ROOM, ...changes };
  const stages = STAGES[familyOf(facts, tuning)][changes.compare ? 'merge' : keyTraits(spec).words];
  return sortPlan(stages, spec, access, facts, tuning);
}

/** What is reduced, as a call's options say it, and the form of its segments. */
export type ReduceWhat = Parameters<typeof reduceRequest>[1] & { readonly form?: 'ranges' };
export type ReduceChanges = Partial<ReduceSpec & ReduceAccess> & { readonly tuning?: InternalTuning };

export function reduceOf(facts: DeviceFacts, given: ReduceWhat, { tuning = {}, ...more }: ReduceChanges = {}): Plan {
  const { form = 'offsets', ...what } = given;
  const request = reduceRequest('type', what);
  const { type, ops, listed, empty, accuracy } = request;
  const element = elementOf(type);
  const operators = ops.map((op, i) => {
    if (isOfDoubles(element, op)) return doubleOperator(op);
    return typeof op === 'string' ? namedOperator(element, op, accuracy) : customOperator(element, op, i);
  });
  const initial = checkedInitial(empty ?? {}, type, ops, listed);
  const spec = { ...request, operators, initial, phase: 'whole', ...ROOM, ...more } as const;
  const stages = REDUCE_STAGES[familyOf(facts, tuning)];
  return reducePlan(stages, spec, { form, countOnGpu: false, wholeVectors: true, ...more }, facts, tuning);
}

/** What a grouping's plan is made of, where it is not distinct u32 ids, with keys. */
export type GroupChanges = Partial<GroupSpec & GroupAccess> & { readonly tuning?: InternalTuning };

export function groupOf(facts: DeviceFacts, { tuning = {}, ...changes }: GroupChanges = {}): Plan {
  const how = { type: 'u32', zerosTie: false, sorted: false, groups: undefined } as const;
  const spec: GroupSpec = { ...how, maxItems: ROOM.maxItems, maxGroups: ROOM.maxSegments, ...changes };
  const access = { keys: true, valueBytes: 0, ...changes };
  const words = rowSort(spec).keyType === 'u64' ? 2 : 1;
  return groupPlan(STAGES[familyOf(facts, tuning)][words], spec, access, facts, tuning);
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
  const operator = namedOperator(elementOf(valueType), op, 'pairwise');
  return atomicPlan(STAGES[familyOf(facts, {})][1], spec, { op, type: valueType, operator }, facts, {});
}

/** An order of vectors, by their numbers. */
export function numbersOf(returns: 'u32' | 'vec2<u32>') {
  const wgsl = returns === 'u32' ? 'return key.x;' : 'return key.xy;';
  return mappingOf('vec3<u32>', { wgsl, returns }, 'descending', {});
}

/** SwiftShader, with subgroups of 8. */
export const FACTS: DeviceFacts = {
  software: true,
  lavapipe: false,
  subgroups: true,
  subgroupMinSize: 8,
  subgroupMaxSize: 8,
  workgroupStorageBytes: 32768,
  workgroupInvocations: 1024,
};
const DEFAULT_LIMITS = { ...FACTS, software: false, workgroupStorageBytes: 16384, workgroupInvocations: 256 };

const IN_PLACE = { keysInPlace: true, valuesInPlace: true } as const;
const SORTS: Readonly<Record<string, SortChanges>> = {
  'sort pairs': { valueBytes: 4 },
  'sort keys': {},
  'sort wide pairs': { keyType: 'f64', valueBytes: 16, form: 'ranges', countOnGpu: true, endBit: 40 },
  'sort narrow pairs in place': { keyType: 'i8', valueBytes: 2, ...IN_PLACE },
  'sort keys of two words': { keyType: 'f64' },
  'sort by a comparator': { compare: COMPARE, valueBytes: 2, ...IN_PLACE },
  'sort by numbers of keys': { ...numbersOf('vec2<u32>'), valueBytes: 1, countOnGpu: true },
};

const GROUPS: Readonly<Record<string, GroupChanges>> = {
  'groups of f64': { type: 'f64', valueBytes: 16 },
  'groups of i8, sorted': { type: 'i8', sorted: true },
  'numbered groups of i64': { type: 'i64', groups: 1000, valueBytes: 1 },
};

const SEVERAL = { type: 'i8', op: ['argmin', 'min', 'mean', 'variance', 'sum', 'count', 'or'] } as const;

/** A kind of device, forced onto a family, with and without subgroups; and plans of every shape for it. */
export interface DevicePlans {
  readonly device: string;
  readonly facts: DeviceFacts;
  readonly plans: readonly (readonly [name: string, plan: Plan])[];
}

function plansOf(facts: DeviceFacts, tuning: InternalTuning): [string, Plan][] {
  return [
    ...Object.entries(SORTS).map(([name, changes]): [string, Plan] => [name, sortOf(facts, { ...changes, tuning })]),
    ...Object.entries(GROUPS).map(([name, changes]): [string, Plan] => [name, groupOf(facts, { ...changes, tuning })]),
    ['reduce', reduceOf(facts, { type: 'f32', op: 'sum' }, { tuning })],
    ['several reduces', reduceOf(facts, SEVERAL, { tuning, wholeVectors: false })],
    [
      'several reduces by begin and end',
      reduceOf(facts, { ...SEVERAL, form: 'ranges' }, { tuning, wholeVectors: false }),
    ],
  ];
}

/** Devices of every subgroup size, with large and with default limits, each family, with and without subgroups. */
export const EVERY_DEVICE: readonly DevicePlans[] = [4, 8, 16, 32, 64, 128].flatMap((size) =>
  (['software', 'gpu'] as const).flatMap((family) =>
    [true, false].flatMap((subgroups) =>
      [FACTS, DEFAULT_LIMITS].map((base) => {
        const facts = { ...base, subgroupMinSize: size, subgroupMaxSize: size };
        const device = `${family}, subgroups ${subgroups ? size : `of ${size} off`}, ${base.workgroupStorageBytes} bytes`;
        return { device, facts, plans: plansOf(facts, { family, subgroups }) };
      }),
    ),
  ),
);
