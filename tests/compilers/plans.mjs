/** The plans whose kernels are compiled: every stage, width of keys, kind of order and kind of accumulator. */
import {
  createGroupBy,
  createSegmentedHistogram,
  createSegmentedMode,
  createSegmentedQuantile,
  createSegmentedRank,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedSort,
  createSegmentedTopK,
  createSegmentedTransform,
  createSegmentedUnique,
} from '../../dist/index.js';

const ROOM = { maxItems: 2 ** 24, maxSegments: 2 ** 20 };
const DOT = 'return dot(a, a) < dot(b, b);';

const sorts = {
  u32: { keyType: 'u32' },
  'u32 + u32': { keyType: 'u32', valueType: 'u32' },
  f32: { keyType: 'f32' },
  'f32 + u32': { keyType: 'f32', valueType: 'u32' },
  'u64 + u32': { keyType: 'u64', valueType: 'u32' },
  i8: { keyType: 'i8' },
  'f32 + index': { keyType: 'f32', valueType: 'index' },
  'f32 bits 4 to 20': { keyType: 'f32', valueType: 'u32', beginBit: 4, endBit: 20 },
  'f32 compare': { keyType: 'f32', compare: { wgsl: 'return a < b;' } },
  'vec3f orderBy': {
    keyType: 'vec3<f32>',
    valueType: 'u32',
    orderBy: { wgsl: 'return bitcast<u32>(dot(key, key));' },
  },
};
const moreSorts = {
  u64: { keyType: 'u64' },
  'f64 + u32': { keyType: 'f64', valueType: 'u32' },
  'u16 + u16': { keyType: 'u16', valueType: 'u16' },
  'f64 + index in segment': { keyType: 'f64', valueType: 'index', indexFrom: 'segment' },
  'vec4f compare + index in segment': {
    keyType: 'vec4<f32>',
    valueType: 'index',
    indexFrom: 'segment',
    compare: { wgsl: DOT },
  },
  'vec4f compare': { keyType: 'vec4<f32>', compare: { wgsl: DOT } },
  'vec2u orderBy': {
    keyType: 'vec2<u32>',
    valueType: 'u32',
    orderBy: { returns: 'vec2<u32>', wgsl: 'return key.yx;' },
  },
};

const EXTREMES = { wgsl: 'return vec2f(min(a.x, b.x), max(a.y, b.y));', identity: 'vec2f(3.0e38, -3.0e38)' };
/** Each column of a segment is a segment. */
const FEW_ROWS = { maxItems: 2 ** 12, maxSegments: 2 ** 10 };
const reduces = {
  'u32 sum': { type: 'u32', op: 'sum' },
  'f32 sum': { type: 'f32', op: 'sum' },
  'f32 compensated sum': { type: 'f32', op: 'sum', accuracy: 'compensated' },
  'f32 argmin': { type: 'f32', op: 'argmin' },
  'f32 mean, variance': { type: 'f32', op: ['mean', 'variance'] },
  'vec2f custom': { type: 'vec2<f32>', op: EXTREMES },
  'f32 sum of rows': { type: 'f32', op: 'sum', width: 64, maxItems: 2 ** 16 },
};
const moreReduces = {
  'f16 weighted sum of listed rows': {
    type: 'f16',
    op: 'sum',
    width: 64,
    rows: true,
    weights: true,
    maxItems: 2 ** 16,
  },
  'f32 three results of rows': { type: 'f32', op: ['mean', 'variance', 'argmin'], width: 300, maxItems: 2 ** 14 },
  'f32 argmin of rows without NaNs': { type: 'f32', op: 'argmin', width: 64, nan: 'omit', ...FEW_ROWS },
  'f16 weighted sum of listed rows without NaNs': {
    ...{ type: 'f16', op: 'sum', width: 64, rows: true, weights: true, nan: 'omit', ...FEW_ROWS },
  },
  'u64 sum': { type: 'u64', op: 'sum' },
  'u64 min': { type: 'u64', op: 'min' },
  'i64 argmax': { type: 'i64', op: 'argmax' },
  'f64 max': { type: 'f64', op: 'max' },
  'f64 sum': { type: 'f64', op: 'sum' },
  'f64 product': { type: 'f64', op: 'product' },
  'f64 mean, variance': { type: 'f64', op: ['mean', 'variance'] },
  'f64 std': { type: 'f64', op: 'std' },
  'f32 first, std, any': { type: 'f32', op: ['first', 'std', 'any'] },
  'u8 sum': { type: 'u8', op: 'sum' },
  'i16 mean': { type: 'i16', op: 'mean' },
  'f16 sum': { type: 'f16', op: 'sum' },
  'f32 variance': { type: 'f32', op: 'variance' },
  'f32 seven operators': { type: 'f32', op: ['sum', 'min', 'max', 'argmin', 'argmax', 'mean', 'variance'] },
  'u32 five operators': { type: 'u32', op: ['sum', 'min', 'max', 'mean', 'variance'] },
  'f32 sum of up to 300': { type: 'f32', op: 'sum', maxSegmentSize: 300 },
  'vec4f custom': { type: 'vec4<f32>', op: { wgsl: 'return a + b;', identity: 'vec4f()' } },
};

// Without a maximum length the plan has all classes: networks, and tiles with the sort of their items.
const topKs = {
  u32: { keyType: 'u32', maxK: 64 },
  'u32, 64 of long segments': { keyType: 'u32', maxK: 64, maxSegments: 64 },
  // All segments are long: the partial networks of most lanes, and few other kernels.
  'u32, ten of long segments': { keyType: 'u32', maxK: 10, maxSegments: 64 },
  'f32, one of long segments': { keyType: 'f32', maxK: 1, maxSegments: 64 },
  'f64 + u32, eight of long segments': { keyType: 'f64', valueType: 'u32', maxK: 8, maxSegments: 64 },
  'u32 of one row': { keyType: 'u32', maxK: 8, maxItems: 128, maxSegments: 1 },
};
const moreTopKs = {
  'f32 without NaNs': { keyType: 'f32', valueType: 'u32', maxK: 8, nan: 'omit' },
  'f32 + u32': { keyType: 'f32', valueType: 'u32', maxK: 64 },
  u64: { keyType: 'u64', maxK: 64 },
  'u32, 400 of long segments': { keyType: 'u32', maxK: 400, maxSegments: 64 },
  'u64, 64 of long segments': { keyType: 'u64', maxK: 64, maxSegments: 64 },
  'u32, ten': { keyType: 'u32', maxK: 10 },
  'f32, one': { keyType: 'f32', maxK: 1 },
  'f64 + u32, eight': { keyType: 'f64', valueType: 'u32', maxK: 8 },
  'f32 + u32 of windows': { keyType: 'f32', valueType: 'u32', maxK: 8, nan: 'omit', maxWindowItems: 2 ** 25 },
  'u8 of short windows': { keyType: 'u8', maxK: 8, maxSegmentSize: 64, maxWindowItems: 2 ** 25 },
};
const quantiles = { 'u32 median': { keyType: 'u32', quantiles: [0.5] } };
const moreQuantiles = {
  'f32 four': { keyType: 'f32', quantiles: [0.1, 0.25, 0.5, 0.9], nan: 'omit' },
  'u64 median': { keyType: 'u64', quantiles: [0.5] },
  'u32 ten of windows': {
    keyType: 'u32',
    quantiles: Array.from({ length: 10 }, (_, i) => i / 9),
    maxWindowItems: 2 ** 25,
  },
};

const scans = {
  'u32 sum': { type: 'u32', op: 'sum' },
  'f32 sum': { type: 'f32', op: 'sum' },
  'u32 sum in reverse': { type: 'u32', op: 'sum', reverse: true },
};
const moreScans = {
  'f32 sum without NaNs': { type: 'f32', op: 'sum', nan: 'omit' },
  'u8 max': { type: 'u8', op: 'max' },
  'i64 sum': { type: 'i64', op: 'sum' },
  'f64 sum': { type: 'f64', op: 'sum' },
  'vec4f custom': { type: 'vec4<f32>', op: { wgsl: 'return a + b;', identity: 'vec4f()' } },
};

const groups = { u32: { keyType: 'u32' }, 'u32 by number': { keyType: 'u32', groups: 1000 } };
const moreGroups = {
  u8: { keyType: 'u8' },
  f64: { keyType: 'f64' },
  'i64 sorted': { keyType: 'i64', sorted: true },
  'i16 by number, sorted': { keyType: 'i16', groups: 1000, sorted: true },
};

const ranks = {
  'u32 min': { keyType: 'u32', ties: 'min' },
  'f64 average without NaNs': { keyType: 'f64', ties: 'average', nan: 'omit' },
};
const distinct = { u8: { keyType: 'u8' }, f64: { keyType: 'f64' } };
const modes = { f32: { keyType: 'f32' }, u16: { keyType: 'u16' }, 'f64 without NaNs': { keyType: 'f64', nan: 'omit' } };
const histograms = {
  f32: { type: 'f32', bins: 64, range: [0, 1] },
  u8: { type: 'u8', bins: 256, range: [0, 256] },
  'i64 in 65536 bins': { type: 'i64', bins: 65_536, range: [0, 65_536] },
};

const transforms = {
  'softmax of f32': { type: 'f32', transform: 'softmax' },
  'logSoftmax of i8': { type: 'i8', transform: 'logSoftmax' },
  'normalize of f16': { type: 'f16', transform: 'normalize' },
  'standardize of u32': { type: 'u32', transform: 'standardize' },
  'diff of f64': { type: 'f64', transform: 'diff' },
  'shift of u16': { type: 'u16', transform: 'shift' },
  'function of f32': {
    type: 'f32',
    transform: { of: ['first', 'last', 'max'], wgsl: 'return (x - a) / b + before * f32(index) + c;' },
  },
  'function of four numbers of f32': {
    type: 'f32',
    transform: { of: ['mean', 'std', 'max', 'logsumexp'], wgsl: 'return (x - a) / b + c - d;' },
  },
  'function of four numbers of i8': {
    type: 'i8',
    transform: { of: ['sum', 'variance', 'product', 'min'], wgsl: 'return x - a + i32(b) * c - d;', type: 'i32' },
  },
};

/** `ranges`: the arguments of a call by begin and end, whose kernels are compiled as well. */
const entries = (kind, create, given, ranges) =>
  Object.entries(given).map(([name, options]) => [
    `${kind} ${name}`,
    (device, tuning) => create(device, { ...ROOM, ...options, tuning }),
    options.maxWindowItems === undefined ? ranges : WINDOWS[options.valueType ? 'values' : options.keyType],
  ]);
const WINDOWS = {
  values: ['keysIn', 'valuesIn', 'keysOut', 'valuesOut', 'indicesOut', 'countsOut', 'windowItemsOut'],
  u8: ['keysIn', 'keysOut', 'indicesOut', 'windowItemsOut'],
  u32: ['keysIn', 'keysLow', 'keysHigh', 'windowItemsOut'],
};

/** [name, make(device, tuning), names of arguments] of each plan. `wide` adds plans without a budget. */
export const plansOf = (wide) => [
  ...entries('sort', createSegmentedSort, { ...sorts, ...(wide ? moreSorts : {}) }),
  ...entries('reduce', createSegmentedReduce, { ...reduces, ...(wide ? moreReduces : {}) }),
  ...entries('top-k', createSegmentedTopK, { ...topKs, ...(wide ? moreTopKs : {}) }),
  ...entries('quantile', createSegmentedQuantile, { ...quantiles, ...(wide ? moreQuantiles : {}) }),
  ...entries('scan', createSegmentedScan, { ...scans, ...(wide ? moreScans : {}) }),
  // A grouping has a maximum number of groups, not of segments.
  ...entries('group', (device, { maxSegments: _, ...descriptor }) => createGroupBy(device, descriptor), {
    ...groups,
    ...(wide ? moreGroups : {}),
  }),
  ...entries('rank', createSegmentedRank, wide ? ranks : {}, ['keysIn', 'ranksOut']),
  ...entries('unique', createSegmentedUnique, wide ? distinct : {}, ['keysIn', 'keysOut', 'countsOut', 'offsetsOut']),
  ...entries('mode', createSegmentedMode, wide ? modes : {}, ['keysIn', 'valuesOut', 'countsOut']),
  ...entries('histogram', createSegmentedHistogram, wide ? histograms : {}, ['input', 'output']),
  ...entries('transform', createSegmentedTransform, wide ? transforms : {}, ['input', 'output']),
];

/** Limits and features of the devices of plans: all that the GPU has, WebGPU's default limits, no subgroups. */
export const CONFIGS = ['roomy', 'minimal', 'nosub'];
