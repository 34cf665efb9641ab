/**
 * A wide set of plans: every width of keys, size of values, operator, form of segments and family, with and without
 * subgroups.
 */
import type { DeviceFacts } from '../../src/gpu/device.ts';
import type { Plan } from '../../src/plan/plan.ts';
import {
  atomicOf,
  COMPARE as compare,
  type GroupChanges,
  gatherOf,
  groupOf,
  type HistogramChanges,
  histogramOf,
  numbersOf,
  type QuantileChanges,
  quantileOf,
  type ReduceWhat,
  type RowsChanges,
  type RunsChanges,
  reduceOf,
  rowsOf,
  runsOf,
  type ScanChanges,
  type ScanWhat,
  type SortChanges,
  scanOf,
  sortOf,
  type TopKChanges,
  type TransformChanges,
  type TransformWhat,
  topKOf,
  transformOf,
} from '../support/plans.ts';

const GPU: DeviceFacts = {
  software: false,
  lavapipe: false,
  vendor: '',
  subgroups: true,
  subgroupMinSize: 32,
  subgroupMaxSize: 32,
  subgroupSizeControl: true,
  workgroupStorageBytes: 32768,
  workgroupInvocations: 1024,
};
const LIMITS = { workgroupStorageBytes: 16384, workgroupInvocations: 256 };
const NO_SUBGROUPS = { subgroups: false, subgroupMinSize: 1, subgroupMaxSize: 1 };
const SOFTWARE = { software: true, subgroupMinSize: 4, subgroupMaxSize: 4 };

/** The kinds of device in the set. */
export const DEVICES: Readonly<Record<string, DeviceFacts>> = {
  gpu: GPU,
  'gpu, 64 lanes': { ...GPU, subgroupMinSize: 64, subgroupMaxSize: 64 },
  intel: { ...GPU, vendor: 'intel', subgroupMinSize: 8 },
  amd: { ...GPU, vendor: 'amd' },
  nvidia: { ...GPU, vendor: 'nvidia' },
  'nvidia, default limits, no subgroups': { ...GPU, ...LIMITS, ...NO_SUBGROUPS, vendor: 'nvidia' },
  'gpu, default limits': { ...GPU, ...LIMITS },
  'gpu, no subgroups': { ...GPU, ...LIMITS, ...NO_SUBGROUPS },
  swiftshader: { ...GPU, ...SOFTWARE },
  'swiftshader, no subgroups': { ...GPU, ...SOFTWARE, ...NO_SUBGROUPS },
  lavapipe: { ...GPU, ...SOFTWARE, lavapipe: true, subgroupMinSize: 8, subgroupMaxSize: 8 },
  'lavapipe, 16 lanes': { ...GPU, ...SOFTWARE, lavapipe: true, subgroupMinSize: 16, subgroupMaxSize: 16 },
};

const IN_PLACE = { keysInPlace: true, valuesInPlace: true } as const;

const SORTS: Readonly<Record<string, SortChanges>> = {
  'u32 keys': {},
  'u32 keys in place': IN_PLACE,
  'u32 keys by begin and end': { form: 'ranges' },
  'u32 keys, count on the GPU': { countOnGpu: true },
  'u32 keys, descending': { order: 'descending' },
  'u32 keys of up to 300': { maxSegmentSize: 300 },
  'u32 keys of up to 100': { maxSegmentSize: 100 },
  'u32 keys of few segments': { maxSegments: 3 },
  'u32 keys of many segments': { maxItems: 2 ** 24, maxSegments: 2 ** 24 },
  'u32 keys, bits 4 to 20': { beginBit: 4, endBit: 20 },
  'u32 keys in place, bits 4 to 20': { beginBit: 4, endBit: 20, ...IN_PLACE },
  'f32 keys': { keyType: 'f32' },
  'f32 keys, zeros tie': { keyType: 'f32', zerosTie: true },
  'i8 keys': { keyType: 'i8' },
  'f16 keys': { keyType: 'f16' },
  'u64 keys': { keyType: 'u64' },
  'f64 keys, zeros tie': { keyType: 'f64', zerosTie: true },
  'u32 pairs': { valueBytes: 4 },
  'u32 pairs in place': { valueBytes: 4, ...IN_PLACE },
  'u32 pairs, keys in place': { valueBytes: 4, keysInPlace: true },
  'f64 pairs, bits to 40': { keyType: 'f64', endBit: 40, valueBytes: 4 },
  'u64 pairs in place': { keyType: 'u64', valueBytes: 4, ...IN_PLACE },
  'u32 with values of 1 byte': { valueBytes: 1 },
  'i8 with values of 2 bytes in place': { keyType: 'i8', valueBytes: 2, ...IN_PLACE },
  'u32 with values of 8 bytes': { valueBytes: 8 },
  'u32 with values of 12 bytes': { valueBytes: 12 },
  'u32 with values of 16 bytes in place': { valueBytes: 16, ...IN_PLACE },
  'u32 keys with indices': { valueBytes: 4, indexFrom: 'array' },
  'u32 keys in place with indices in segments': { valueBytes: 4, indexFrom: 'segment', keysInPlace: true },
  'f64 keys with indices in segments, bits to 40': {
    keyType: 'f64',
    endBit: 40,
    valueBytes: 4,
    indexFrom: 'segment',
    form: 'ranges',
  },
  compare: { compare, valueBytes: 0 },
  'compare with indices': { compare, valueBytes: 4, indexFrom: 'array' },
  'compare with indices in segments': { compare, valueBytes: 4, indexFrom: 'segment' },
  'compare in place, with values of 2 bytes': { compare, valueBytes: 2, ...IN_PLACE },
  orderBy: { ...numbersOf('u32'), valueBytes: 0 },
  'orderBy with indices': { ...numbersOf('u32'), valueBytes: 4, indexFrom: 'array' },
  'orderBy with indices in segments': { ...numbersOf('u32'), valueBytes: 4, indexFrom: 'segment' },
  'orderBy two words, with values of 1 byte': { ...numbersOf('vec2<u32>'), valueBytes: 1 },
  'u32 keys, digits of 4 bits, direct scatter': {
    tuning: { sort: { digitBits: 4, earlyOut: false, large: { scatter: 'direct' } } },
  },
};

const REDUCES: Readonly<Record<string, ReduceWhat>> = {
  'f32 sum': { type: 'f32', op: 'sum' },
  'f32 sum by begin and end': { type: 'f32', op: 'sum', form: 'ranges' },
  'f32 sum, compensated, with an initial value': { type: 'f32', op: 'sum', accuracy: 'compensated', initial: 1 },
  'u32 sum': { type: 'u32', op: 'sum' },
  'u64 product': { type: 'u64', op: 'product' },
  'f16 max': { type: 'f16', op: 'max' },
  'i8 min': { type: 'i8', op: 'min' },
  'f64 sum': { type: 'f64', op: 'sum' },
  'f64 sum by begin and end, with an initial value': { type: 'f64', op: 'sum', form: 'ranges', initial: 1 },
  'f64 mean': { type: 'f64', op: 'mean' },
  'f64 mean and variance by begin and end': { type: 'f64', op: ['mean', 'variance'], form: 'ranges' },
  'i64 mean': { type: 'i64', op: 'mean' },
  'u64 variance': { type: 'u64', op: 'variance' },
  'f64 std': { type: 'f64', op: 'std' },
  'f32 std with variance and truths': { type: 'f32', op: ['std', 'variance', 'any', 'all'] },
  'f32 logsumexp with results of empty segments': { type: 'f32', op: ['logsumexp', 'max'], whenEmpty: [0, 1] },
  'i16 logsumexp by begin and end': { type: 'i16', op: 'logsumexp', form: 'ranges' },
  'u8 logsumexp': { type: 'u8', op: 'logsumexp' },
  'i64 ends': { type: 'i64', op: ['first', 'last'] },
  'u8 last by begin and end': { type: 'u8', op: 'last', form: 'ranges' },
  'f64 product': { type: 'f64', op: 'product' },
  'f64 argmin': { type: 'f64', op: 'argmin' },
  'i64 argmax by begin and end': { type: 'i64', op: 'argmax', form: 'ranges' },
  'u16 and': { type: 'u16', op: 'and' },
  'u32 or': { type: 'u32', op: 'or' },
  'i32 xor': { type: 'i32', op: 'xor' },
  count: { type: 'u8', op: 'count' },
  'f32 mean': { type: 'f32', op: 'mean' },
  'i16 variance': { type: 'i16', op: 'variance' },
  'several of i8': { type: 'i8', op: ['argmin', 'min', 'mean', 'variance', 'sum', 'count', 'or'] },
  'several of f32 without NaNs': { type: 'f32', op: ['argmax', 'count', 'min', 'mean', 'first'], nan: 'omit' },
  'f16 argmin without NaNs, by begin and end': { type: 'f16', op: 'argmin', nan: 'omit', form: 'ranges' },
  'several of i8 by begin and end': {
    type: 'i8',
    op: ['argmin', 'min', 'mean', 'variance', 'sum', 'count', 'or'],
    form: 'ranges',
  },
  'custom of f32 as f64': { type: 'f32', op: { wgsl: 'return f64Add(a, b);', identity: 0, type: 'f64' } },
  'custom of i64 as f64': {
    type: 'i64',
    op: { wgsl: 'return select(a, f64Mul(a, b), f64Less(a, b));', identity: 1, type: 'f64' },
  },
  'custom of vec3<f32>': { type: 'vec3<f32>', op: { wgsl: 'return a + b;', identity: 0 } },
};

const SCANS: Readonly<Record<string, readonly [ScanWhat, ScanChanges?]>> = {
  'scan, f32 sum': [{ type: 'f32', op: 'sum' }],
  'scan, f32 sum by begin and end, in reverse': [{ type: 'f32', op: 'sum', reverse: true }, { form: 'ranges' }],
  'scan, f32 sum in place, exclusive, with an initial value': [
    { type: 'f32', op: 'sum', exclusive: true, initial: 1 },
    { inPlace: true },
  ],
  'scan, f32 sum of a window': [
    { type: 'f32', op: 'sum' },
    { phase: 'part', maxSegments: 1 },
  ],
  'scan, u32 sum': [{ type: 'u32', op: 'sum' }],
  'scan, u32 sum, count on the GPU': [{ type: 'u32', op: 'sum' }, { countOnGpu: true }],
  'scan, u32 sum of up to 300': [{ type: 'u32', op: 'sum' }, { maxSegmentSize: 300 }],
  'scan, i8 min': [{ type: 'i8', op: 'min' }],
  'scan, f16 max by begin and end': [{ type: 'f16', op: 'max' }, { form: 'ranges' }],
  'scan, i64 product in place': [{ type: 'i64', op: 'product' }, { inPlace: true }],
  'scan, f32 sum without NaNs, exclusive': [{ type: 'f32', op: 'sum', exclusive: true, nan: 'omit', initial: 1 }],
  'scan, f64 min without NaNs in place, count on the GPU': [
    { type: 'f64', op: 'min', nan: 'omit' },
    { inPlace: true, countOnGpu: true },
  ],
  'scan, f16 max without NaNs, by begin and end, in reverse': [
    { type: 'f16', op: 'max', reverse: true, nan: 'omit' },
    { form: 'ranges', countOnGpu: true },
  ],
  'scan, custom of vec3<f32>': [{ type: 'vec3<f32>', op: { wgsl: 'return a + b;', identity: 0 } }],
};

const TRANSFORMS: Readonly<Record<string, readonly [TransformWhat, TransformChanges?]>> = {
  'softmax of f32': [{ type: 'f32', transform: 'softmax' }],
  'softmax of i8 by begin and end': [{ type: 'i8', transform: 'softmax' }, { form: 'ranges' }],
  'logarithm of softmax of f16, count on the GPU': [{ type: 'f16', transform: 'logSoftmax' }, { countOnGpu: true }],
  'logarithm of softmax of u32 in place': [{ type: 'u32', transform: 'logSoftmax' }, { inPlace: true }],
  'shares of f32': [{ type: 'f32', transform: 'normalize' }],
  'shares of u16 by begin and end': [{ type: 'u16', transform: 'normalize' }, { form: 'ranges' }],
  'distances of i32 from the mean in place': [{ type: 'i32', transform: 'center' }, { inPlace: true }],
  'standard scores of f32': [{ type: 'f32', transform: 'standardize' }],
  'standard scores of f32 in place': [{ type: 'f32', transform: 'standardize' }, { inPlace: true }],
  ...Object.fromEntries(
    (['u8', 'f16', 'f32', 'u64', 'f64'] as const).map((type) => [
      `differences of ${type}`,
      [{ type, transform: 'diff' }],
    ]),
  ),
  'softmax of a part of a segment': [{ type: 'f32', transform: 'softmax' }, { ofPart: 0 }],
  'standard scores of a part of a segment': [{ type: 'u8', transform: 'standardize' }, { ofPart: 1 }],
  'differences of f64 in a part of a segment': [{ type: 'f64', transform: 'diff' }, { ofPart: 0 }],
  'the later item of i64 by begin and end': [{ type: 'i64', transform: 'shift', lag: -1 }, { form: 'ranges' }],
};

const RUNS: Readonly<Record<string, RunsChanges>> = {
  'ranks of u32': {},
  'least ranks of f32 without NaNs, by begin and end': { keyType: 'f32', ties: 'min', omits: true, form: 'ranges' },
  'greatest ranks of i8': { keyType: 'i8', ties: 'max' },
  'dense ranks of f64 without NaNs': { keyType: 'f64', ties: 'dense', omits: true, movesNans: true },
  'mean ranks of u64 by begin and end': { keyType: 'u64', ties: 'average', form: 'ranges' },
  'distinct f32 by begin and end': { keyType: 'f32', makes: 'distinct', oneNan: true, form: 'ranges' },
  'distinct u16, count on the GPU': { keyType: 'u16', makes: 'distinct', oneNan: true, countOnGpu: true },
  'distinct f64': { keyType: 'f64', makes: 'distinct', oneNan: true },
  'modes of f32 without NaNs, by begin and end': {
    ...{ keyType: 'f32', makes: 'modes', oneNan: true, omits: true, form: 'ranges' },
  },
  'modes of f64 without NaNs': { keyType: 'f64', makes: 'modes', oneNan: true, omits: true },
  'modes of i8': { keyType: 'i8', makes: 'modes', oneNan: true },
};

const HISTOGRAMS: Readonly<Record<string, HistogramChanges>> = {
  'histogram of f32': {},
  'histogram of i32 between edges': { keyType: 'i32', edges: [-5, 0, 2, 200] },
  'histogram of u8 by begin and end': { keyType: 'u8', form: 'ranges' },
  'histogram of i64, count on the GPU': { keyType: 'i64', countOnGpu: true },
  'histogram of f64 by begin and end': { keyType: 'f64', form: 'ranges' },
  'histogram of f16 in 65536 bins': { keyType: 'f16', bins: 65_536 },
};

const GROUPS: Readonly<Record<string, GroupChanges>> = {
  'groups of u32': {},
  'groups of u32, and of each row': { rowGroups: true },
  'groups of sorted i16, and of each row': { type: 'i16', sorted: true, rowGroups: true },
  'groups of f32, zeros tie, values of 4 bytes': { type: 'f32', zerosTie: true, valueBytes: 4 },
  'groups of i8, values of 1 byte': { type: 'i8', valueBytes: 1 },
  'groups of f64 without ids': { type: 'f64', keys: false },
  'groups of sorted i64': { type: 'i64', sorted: true },
  'groups of sorted u16 without ids': { type: 'u16', sorted: true, keys: false },
  '1000 groups of u32': { groups: 1000 },
  '200 groups of u8, and of each row': { type: 'u8', groups: 200, rowGroups: true },
  '1000000 groups of u64': { type: 'u64', groups: 1_000_000 },
  '1000 groups of sorted i32': { type: 'i32', groups: 1000, sorted: true },
  '1000 groups of sorted i64': { type: 'i64', groups: 1000, sorted: true },
  '1000 groups of sorted u32': { groups: 1000, sorted: true },
};

const TOP_KS: Readonly<Record<string, TopKChanges>> = {
  'top 100 of u32': {},
  'top 1 of f32, ascending': { keyType: 'f32', order: 'ascending', maxK: 1, counts: false, wholeVectors: true },
  'top 8 of i8 with values of 2 bytes, k on the GPU': { keyType: 'i8', valueBytes: 2, maxK: 8, kOnGpu: true },
  'top 8 of f64 by begin and end, with values of 16 bytes': {
    ...{ keyType: 'f64', form: 'ranges', maxK: 8, valueBytes: 16, zerosTie: true },
  },
  'top 40 of a row of 128': { maxItems: 128, maxSegments: 1, maxK: 40 },
  'top 8 of a row of 128': { maxItems: 128, maxSegments: 1, maxK: 8 },
  'top 8 of rows by orderBy': { ...numbersOf('u32'), maxItems: 1024, maxSegments: 8, maxSegmentSize: 128, maxK: 8 },
  'top 100 of long f64 by begin and end, k on the GPU': {
    ...{ keyType: 'f64', form: 'ranges', maxItems: 2 ** 22, maxSegments: 8, kOnGpu: true },
  },
  'top 400 of long segments': { maxItems: 2 ** 22, maxSegments: 8, maxK: 400 },
  'top 100 of long segments': { maxItems: 2 ** 22, maxSegments: 8 },
  'top 50 of long rows by orderBy': { ...numbersOf('u32'), maxItems: 2 ** 22, maxSegments: 32, maxK: 50 },
  'top 8 of long segments': { maxItems: 2 ** 22, maxSegments: 8, maxK: 8 },
  'top 100 of f32 without NaNs, by begin and end': {
    ...{ keyType: 'f32', omitsNans: true, valueBytes: 4, form: 'ranges' },
  },
  'top 100 of windows of f32 with values, without NaNs': {
    ...{ keyType: 'f32', omitsNans: true, valueBytes: 4, form: 'ranges', maxWindowItems: 2 ** 21, windowItems: true },
  },
  'top 8 of windows of u8, read in place': {
    ...{ keyType: 'u8', form: 'ranges', maxK: 8, maxSegmentSize: 64, maxWindowItems: 2 ** 21, windowItems: true },
  },
  'top 1 of f16 without NaNs': { keyType: 'f16', omitsNans: true, maxK: 1, valueBytes: 1 },
  'top 4 of u16, rows of the host': { keyType: 'u16', maxK: 4, slots: 4096, kOnGpu: false },
};

/** Quantiles by a sort, however few they are. */
const SORTING = { sort: { quantiles: { from: 1, below: 0 } } };

/** Quantiles by searches, however many they are. */
const SEARCHING = { sort: { quantiles: { from: 1000, below: 0 } } };

const QUANTILES: Readonly<Record<string, QuantileChanges>> = {
  'median of u32': { tuning: SEARCHING },
  'quantiles of f32, NaNs omitted': {
    ...{ keyType: 'f32', quantiles: [0, 0.25, 0.5, 0.75, 1], omitsNans: true },
    tuning: SEARCHING,
  },
  'quantiles of f32 by a sort': { keyType: 'f32', quantiles: [0, 0.25, 0.5, 0.75, 1], tuning: SORTING },
  'quantiles of u16 by a sort, by begin and end': { keyType: 'u16', form: 'ranges', tuning: SORTING },
  'median of windows of i8': { keyType: 'i8', form: 'ranges', maxWindowItems: 2 ** 21, tuning: SEARCHING },
  'quantiles of windows of f64 by a sort': {
    ...{ keyType: 'f64', form: 'ranges', maxWindowItems: 2 ** 21, tuning: SORTING },
  },
  'median of i8 by begin and end': { keyType: 'i8', form: 'ranges', tuning: SEARCHING },
  'quartiles of f64': { keyType: 'f64', quantiles: [0.25, 0.75], tuning: SEARCHING },
  'median of a row of 128': { maxItems: 128, maxSegments: 1, tuning: SEARCHING },
};

const ROWS: Readonly<Record<string, readonly [what: ReduceWhat, changes: RowsChanges]>> = {
  'f32 sums of rows': [{ type: 'f32', op: 'sum' }, {}],
  'f32 sums of rows of 3, by begin and end': [{ type: 'f32', op: 'sum', form: 'ranges' }, { width: 3 }],
  'u32 maxima of short rows, by begin and end': [{ type: 'u32', op: 'max', form: 'ranges' }, { maxSegmentSize: 9 }],
  'weighted f32 sums of listed rows, by begin and end': [
    { type: 'f32', op: 'sum', form: 'ranges' },
    { gathers: true, weighted: true, countOnGpu: true },
  ],
  'exact results of u32 rows, by begin and end': [
    { type: 'u32', op: ['sum', 'product', 'min', 'argmax'], form: 'ranges' },
    { gathers: true, countOnGpu: true },
  ],
  'four results of i32 rows': [
    { type: 'i32', op: ['sum', 'product', 'min', 'max'] },
    { width: 40, countOnGpu: true },
  ],
  'counts of rows, by begin and end': [{ type: 'f32', op: 'count', form: 'ranges' }, {}],
  'weighted f16 sums of listed rows': [
    { type: 'f16', op: 'sum' },
    { gathers: true, weighted: true },
  ],
  'statistics of f16 rows': [{ type: 'f16', op: ['mean', 'variance', 'argmin', 'max'] }, { width: 33 }],
  'exact results of u32 rows': [
    { type: 'u32', op: ['sum', 'product', 'min', 'argmax'] },
    { gathers: true, countOnGpu: true },
  ],
  'statistics of f32 rows without NaNs': [{ type: 'f32', op: ['mean', 'argmin', 'count'], nan: 'omit' }, { width: 7 }],
  'f16 maxima of listed rows without NaNs, by begin and end': [
    { type: 'f16', op: 'max', nan: 'omit', form: 'ranges' },
    { gathers: true, countOnGpu: true },
  ],
  'weighted f16 sums of rows without NaNs': [{ type: 'f16', op: 'sum', nan: 'omit' }, { weighted: true }],
  'counts of rows': [{ type: 'i32', op: 'count' }, { maxItems: 512 }],
};

const PHASES = ['chunk', 'merge', 'finish'] as const;

/** All plans of the set, by name. */
export function wideSet(): [string, Plan][] {
  return Object.entries(DEVICES).flatMap(([device, facts]) => [
    ...Object.entries(SORTS).map(([name, changes]): [string, Plan] => [`${device}: ${name}`, sortOf(facts, changes)]),
    ...Object.entries(REDUCES).map(([name, what]): [string, Plan] => [`${device}: ${name}`, reduceOf(facts, what)]),
    ...Object.entries(SCANS).map(([name, [what, more]]): [string, Plan] => {
      return [`${device}: ${name}`, scanOf(facts, what, more)];
    }),
    ...Object.entries(TRANSFORMS).map(([name, [what, more]]): [string, Plan] => {
      return [`${device}: ${name}`, transformOf(facts, what, more)];
    }),
    ...Object.entries(RUNS).map(([name, changes]): [string, Plan] => [`${device}: ${name}`, runsOf(facts, changes)]),
    ...Object.entries(HISTOGRAMS).map(([name, changes]): [string, Plan] => {
      return [`${device}: ${name}`, histogramOf(facts, changes)];
    }),
    ...Object.entries(GROUPS).map(([name, what]): [string, Plan] => [`${device}: ${name}`, groupOf(facts, what)]),
    ...Object.entries(TOP_KS).map(([name, changes]): [string, Plan] => [`${device}: ${name}`, topKOf(facts, changes)]),
    ...Object.entries(QUANTILES).map(([name, changes]): [string, Plan] => [
      `${device}: ${name}`,
      quantileOf(facts, changes),
    ]),
    ...Object.entries(ROWS).map(([name, [what, more]]): [string, Plan] => {
      return [`${device}: ${name}`, rowsOf(facts, what, more)];
    }),
    [`${device}: gather of words`, gatherOf(facts, 4)],
    [`${device}: gather of 16 bytes, count on the GPU`, gatherOf(facts, 16, {}, true)],
    [`${device}: gather of bytes`, gatherOf(facts, 1)],
    [`${device}: u32 sums of 1000 groups`, atomicOf(facts, 'sum', 'u32')],
    [`${device}: i8 minima of 5000 groups`, atomicOf(facts, 'min', 'i8', { groups: 5000, type: 'u64' })],
    [`${device}: counts of 1000 groups of u8`, atomicOf(facts, 'count', 'i8', { groups: 100, type: 'u8' })],
    ...PHASES.map((phase): [string, Plan] => [
      `${device}: f32 sum, phase ${phase}`,
      reduceOf(facts, { type: 'f32', op: 'sum' }, { phase }),
    ]),
    [
      `${device}: u32 sum, count on the GPU`,
      reduceOf(facts, { type: 'u32', op: 'sum' }, { countOnGpu: true, wholeVectors: false }),
    ],
  ]);
}
