/**
 * What is modelled, and what the laboratory measures: operations on workloads. Each has its plan, its arguments, and its
 * results by the library's calls without a GPU, `oracle`. Imports nothing of Node.
 */
import { workloadKeys, workloadOffsets } from '../workloads.mjs';

/** The items for which times are predicted, and for which plans are made. */
const TARGET = 2 ** 22;

export const sort = (name, pairs) => ({
  name,
  make: 'createSegmentedSort',
  descriptor: { keyType: 'u32', ...(pairs ? { valueType: 'u32', stable: true } : {}) },
  inputs: pairs ? ['keysIn', 'valuesIn'] : ['keysIn'],
  results: () => (pairs ? { keysOut: 'items', valuesOut: 'items' } : { keysOut: 'items' }),
  async expected(oracle, keys, offsets) {
    const values = Uint32Array.from(keys.keys());
    if (!pairs) return { keysOut: await oracle.segmentedSort(null, keys, offsets) };
    const sorted = await oracle.segmentedStableSortByKey(null, keys, values, offsets);
    return { keysOut: sorted.keys, valuesOut: sorted.values };
  },
});

export const reduce = (op, type) => ({
  name: `${op} ${type}`,
  make: 'createSegmentedReduce',
  descriptor: { type, op },
  inputs: ['input'],
  results: () => ({ output: 'segments' }),
  // WGSL's division is not exact. As sums of ../operations.mjs: 2^-19 of the items' mean magnitude, 1/2.
  ...(['mean', 'variance'].includes(op) ? { slack: 2 ** -20 } : {}),
  // A unit of its results is at most 2^-20.
  ...(op === 'logsumexp' ? { slack: 2 ** -18 } : {}),
  expected: async (oracle, keys, offsets) => ({ output: await oracle.segmentedReduce(null, keys, offsets, op) }),
});

const argmin = (type) => ({
  ...reduce('argmin', type),
  results: () => ({ output: 'segments', outputIndex: 'segments' }),
  async expected(oracle, keys, offsets) {
    const { values, indices } = await oracle.segmentedReduce(null, keys, offsets, 'argmin');
    return { output: values, outputIndex: indices };
  },
});

export const scan = (type) => ({
  name: `running sum ${type}`,
  make: 'createSegmentedScan',
  descriptor: { type, op: 'sum' },
  inputs: ['input'],
  results: () => ({ output: 'items' }),
  expected: async (oracle, keys, offsets) => ({ output: await oracle.segmentedScan(null, keys, offsets, 'sum') }),
});

export const topK = (type, k) => ({
  name: `top-k ${type}, k ${k}`,
  make: 'createSegmentedTopK',
  descriptor: { keyType: type, maxK: k },
  inputs: ['keysIn'],
  results: () => ({ keysOut: k, indicesOut: k }),
  async expected(oracle, keys, offsets) {
    const top = await oracle.segmentedTopK(null, keys, offsets, k, { indexFrom: 'segment' });
    return { keysOut: top.keys, indicesOut: top.indices };
  },
});

export const median = (type) => ({
  name: `median ${type}`,
  make: 'createSegmentedQuantile',
  descriptor: { keyType: type, quantiles: [0.5] },
  inputs: ['keysIn'],
  results: () => ({ keysLow: 1, keysHigh: 1 }),
  async expected(oracle, keys, offsets) {
    const of = (interpolation) => oracle.segmentedQuantile(null, keys, offsets, [0.5], { interpolation });
    return { keysLow: await of('lower'), keysHigh: await of('higher') };
  },
});

const transform = (name, type) => ({
  name: `${name} ${type}`,
  make: 'createSegmentedTransform',
  descriptor: { type, transform: name },
  inputs: ['input'],
  // Results of softmax are at most 1, the others at most 16. WGSL's division is not exact.
  slack: name === 'softmax' ? 2 ** -20 : 2 ** -18,
  results: () => ({ output: 'items' }),
  expected: async (oracle, keys, offsets) => ({ output: await oracle.segmentedTransform(null, keys, offsets, name) }),
});

const OTHER_TRANSFORMS = ['logSoftmax', 'center', 'standardize'];

/** Ranks, distinct keys and modes, of u32 keys. */
const ranks = {
  name: 'rank u32',
  make: 'createSegmentedRank',
  descriptor: { keyType: 'u32', ties: 'min' },
  inputs: ['keysIn'],
  results: () => ({ ranksOut: 'items' }),
  expected: async (oracle, keys, offsets) => ({
    ranksOut: await oracle.segmentedRank(null, keys, offsets, { ties: 'min' }),
  }),
};
const unique = {
  name: 'unique u32',
  make: 'createSegmentedUnique',
  descriptor: { keyType: 'u32' },
  inputs: ['keysIn'],
  results: () => ({ offsetsOut: 'offsets', keysOut: 'items', countsOut: 'items' }),
  async expected(oracle, given, segments) {
    const { keys, counts, offsets } = await oracle.segmentedUnique(null, given, segments);
    return { offsetsOut: offsets, keysOut: keys, countsOut: counts };
  },
};
const mode = {
  name: 'mode u32',
  make: 'createSegmentedMode',
  descriptor: { keyType: 'u32' },
  inputs: ['keysIn'],
  results: () => ({ valuesOut: 'segments', countsOut: 'segments' }),
  async expected(oracle, keys, offsets) {
    const { values, counts } = await oracle.segmentedMode(null, keys, offsets);
    return { valuesOut: values, countsOut: counts };
  },
};

const BINS = { bins: 64, range: [0, 1] };
const histogram = {
  name: 'histogram f32, 64 bins',
  make: 'createSegmentedHistogram',
  descriptor: { type: 'f32', ...BINS },
  inputs: ['input'],
  results: () => ({ output: BINS.bins }),
  expected: async (oracle, keys, offsets) => ({ output: await oracle.segmentedHistogram(null, keys, offsets, BINS) }),
};

const GROUPS = 1000;
/** A grouping of u32 ids that are at most GROUPS different ones. Without segments. */
const group = {
  name: 'group u32',
  make: 'createGroupBy',
  descriptor: { keyType: 'u32', maxGroups: 1024 },
  inputs: ['idsIn'],
  isGrouping: true,
  arrays: (keys) => ({ idsIn: keys.map((key) => (Math.imul(key, 0x9e3779b1) >>> 0) % GROUPS) }),
  results: () => ({ keysOut: 1024, offsetsOut: 1025, rowsOut: 'items', countOut: 1 }),
  async expected(oracle, { idsIn }) {
    const { keys, rows, offsets } = await oracle.groupBy(null, idsIn);
    return { keysOut: keys, offsetsOut: offsets, rowsOut: rows, countOut: Uint32Array.of(keys.length) };
  },
};

/** Random numbers of rows of a table, and a weight for each. */
function entriesOf(keys, tableRows) {
  const words = new Uint32Array(keys.buffer, keys.byteOffset, keys.length);
  return {
    rowsIn: Uint32Array.from(words, (word) => Math.floor(((Math.imul(word, 0x9e3779b1) >>> 0) / 2 ** 32) * tableRows)),
    weightsIn: keys,
  };
}

/** Rows of features, read from one end to the other: a sum a segment and column. Items are rows. */
const sumOfRows = (width) => ({
  name: `sum of rows f32, width ${width}`,
  make: 'createSegmentedReduce',
  descriptor: { type: 'f32', op: 'sum', width },
  inputs: ['input'],
  width,
  arrays: (keys, more) => ({ input: more(width * keys.length) }),
  results: () => ({ output: width }),
  async expected(oracle, { input: data }, offsets) {
    return { output: (await oracle.segmentedReduce(null, { type: 'f32', width, data }, offsets, 'sum')).data };
  },
});

/** The same by begin and end. */
const sumOfRanges = (width) => ({
  ...sumOfRows(width),
  name: `sum of rows f32 by begin and end, width ${width}`,
  byRanges: true,
});

/** A sparse matrix × a dense one of a row for each 16 entries. Items are entries. */
export const sparseDense = (width) => ({
  name: `CSR × dense f32, width ${width}`,
  make: 'createSegmentedReduce',
  descriptor: { type: 'f32', op: 'sum', width, rows: true, weights: true },
  inputs: ['input', 'rowsIn', 'weightsIn'],
  width,
  arrays: (keys, more) => ({ input: more((width * keys.length) / 16), ...entriesOf(keys, keys.length / 16) }),
  results: () => ({ output: width }),
  async expected(oracle, { input: data, rowsIn: rows, weightsIn: weights }, offsets) {
    const sums = await oracle.segmentedReduce(null, { type: 'f32', width, data }, { offsets, rows }, 'sum', {
      weights,
    });
    return { output: sums.data };
  },
});

/** Rows of features, by name only: numbers that are read are 4 times as many as items of other cases. */
const ROWS_OF_FEATURES = [16, 64].flatMap((width) =>
  [
    [sumOfRows(width), ['unit', 'len8', 'len64', 'len1024', 'len65536', 'single']],
    [sumOfRanges(width), ['unit', 'len8', 'len64', 'len1024', 'single']],
    [sparseDense(width), ['len8', 'len64', 'len1024', 'single']],
  ].flatMap(([operation, workloads]) =>
    workloads.map((workload) => ({
      name: `${operation.name}, ${workload}`,
      operation,
      workload,
      items: 2 ** 20 / width,
      target: 2 ** 24 / width,
      shown: false,
    })),
  ),
);

/** Operations, each with the workloads that are modelled, and the binary logarithm of the items that are executed. */
const MODELLED = [
  [sort('sort u32'), { len8: 17, len64: 17, len340: 17, len1024: 17, len65536: 18, single: 17 }],
  [sort('sort pairs u32', true), { len8: 17, len64: 17, len340: 17, len1024: 17, len65536: 18, single: 17 }],
  [reduce('sum', 'u32'), { len8: 17, len340: 17, len1024: 17, single: 17 }],
  [reduce('sum', 'f32'), { len8: 17, len340: 17, single: 17 }],
  [argmin('f32'), { len340: 17 }],
  [reduce('mean', 'f32'), { len340: 17 }],
  [reduce('variance', 'f32'), { len340: 17 }],
  [scan('u32'), { len340: 17, single: 17 }],
  [scan('f32'), { len340: 17, single: 17 }],
  [topK('f32', 50), { 'rows of 128256': 18 }],
  [topK('f32', 100), { single: 18 }],
  [topK('f32', 10), { len1024: 17 }],
  [topK('f32', 8), { len64: 17 }],
  [median('f32'), { len1024: 17, len65536: 18, single: 18 }],
  [transform('softmax', 'f32'), { len8: 17, len340: 17, len65536: 18, single: 17 }],
  ...OTHER_TRANSFORMS.map((name) => [transform(name, 'f32'), { len340: 17, single: 17 }]),
  [reduce('logsumexp', 'f32'), { len340: 17, single: 17 }],
  [ranks, { len64: 17, len1024: 17, single: 17 }],
  [unique, { len64: 17, len1024: 17, single: 17 }],
  [mode, { len64: 17, len1024: 17, single: 17 }],
  [histogram, { len64: 17, len1024: 17, single: 17 }],
  [group, { single: 17 }],
];

/** Cases that are modelled by name only: the page and its check have 25. */
const ALSO = [
  ...['len340', 'len1024', 'len65536'].map((workload) => `sort pairs u32, ${workload}`),
  ...['sum u32, len1024', 'sum f32, len8', 'sum f32, single', 'mean f32, len340', 'running sum f32, len340'],
  ...['top-k f32, k 8, len64', 'median f32, len65536'],
  ...['len8', 'len340', 'len65536', 'single'].map((workload) => `softmax f32, ${workload}`),
  ...[...OTHER_TRANSFORMS, 'logsumexp'].flatMap((name) => ['len340', 'single'].map((of) => `${name} f32, ${of}`)),
  ...[ranks, unique, mode, histogram].flatMap(({ name }) =>
    ['len64', 'len1024', 'single'].map((workload) => `${name}, ${workload}`),
  ),
  'group u32, single',
];

/** The arrays of a call. Most operations have one array of keys, and values that are the indices. */
function arraysOf({ inputs, arrays }, type, { keys, offsets }) {
  if (arrays) return arrays(keys, (count) => workloadKeys(type, 'uniform', offsets, count));
  return Object.fromEntries(inputs.map((name) => [name, name === 'valuesIn' ? Uint32Array.from(keys.keys()) : keys]));
}

const ROWS = /^rows of (\d+)$/;

function dataOf(workload, type, items) {
  const row = Number(ROWS.exec(workload)?.[1] ?? 0);
  const count = row ? row * Math.max(1, Math.floor(items / row)) : items;
  const offsets = workloadOffsets(row ? `fixed${row}` : workload, count);
  return { offsets, keys: workloadKeys(type, 'uniform', offsets, count), row };
}

/** Calls of few items, whose plans have room for no more: launches and latencies. */
const FEW = [sort('sort u32'), sort('sort pairs u32', true)].map((operation) => ({
  name: `${operation.name}, len64 of 2^10`,
  operation,
  workload: 'len64',
  items: 2 ** 10,
  target: 2 ** 10,
  shown: true,
}));

/** All cases, each { name, operation, workload, items, target, shown }. Those that are shown are in docs/gpu.md. */
export const CASES = MODELLED.flatMap(([operation, workloads]) =>
  Object.entries(workloads).map(([workload, log]) => ({
    name: `${operation.name}, ${workload}`,
    operation,
    workload,
    items: 2 ** log,
    target: TARGET,
    shown: !ALSO.includes(`${operation.name}, ${workload}`),
  })),
).concat(FEW, ROWS_OF_FEATURES);

/** The first word that differs between two arrays of results, as text. Floats may differ by `slack`, if given. */
function difference(name, got, want, slack) {
  if (slack) {
    const floats = new Float32Array(got.buffer, got.byteOffset, want.length);
    const far = want.findIndex((number, i) => !(Math.abs(number - floats[i]) <= slack));
    return far < 0 ? undefined : `${name}[${far}] is ${floats[far]}, not ${want[far]}`;
  }
  const words = new Uint32Array(want.buffer, want.byteOffset, want.byteLength / 4);
  const at = words.findIndex((word, i) => word !== got[i]);
  return at < 0 ? undefined : `${name}[${at}] is ${got[at]}, not ${words[at]}`;
}

const wordsOf = (size, { keys, offsets }) => {
  if (size === 'items') return keys.length;
  return size === 'offsets' ? offsets.length : (offsets.length - 1) * (size === 'segments' ? 1 : size);
};

/**
 * A plan with room for `target` items, its buffers, and the data of a call with `items`. `more` is
 * laid over the plan's descriptor.
 *
 *   encode   records a call on a data set into an encoder or a pass: `whole` or `part`
 *   upload   writes a data set's inputs
 *   wrong    what is wrong with the results of `part`, if anything; `read` gives a buffer's words
 */
export async function prepared(library, oracle, device, { operation, workload, items, target, more = {} }) {
  const type = operation.descriptor.keyType ?? operation.descriptor.type;
  const whole = dataOf(workload, type, target);
  const part = items === target ? whole : dataOf(workload, type, items);
  for (const data of new Set([whole, part])) data.arrays = arraysOf(operation, type, data);
  const room = {
    maxItems: whole.keys.length,
    ...(operation.isGrouping ? {} : { maxSegments: whole.offsets.length - 1 }),
    ...(whole.row ? { maxSegmentSize: whole.row } : {}),
  };
  const plan = await library[operation.make](device, { ...operation.descriptor, ...room, ...more });
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const words = (label, count) => device.createBuffer({ label, size: 16 * Math.ceil(count / 4), usage });
  const inputs = operation.inputs.map((name) => [name, words(name, whole.arrays[name].length)]);
  const sizes = Object.entries(operation.results());
  const outputs = sizes.map(([name, size]) => [name, words(name, wordsOf(size, whole))]);
  // Segments by begin and end have two lists in place of offsets.
  const listsOf = ({ offsets }) =>
    operation.byRanges ? { begin: offsets.subarray(0, -1), end: offsets.subarray(1) } : { offsets };
  const lists = Object.entries(listsOf(whole)).map(([name, { length }]) => [name, words(name, length)]);
  return {
    plan,
    whole,
    part,
    outputs: outputs.map(([, buffer]) => buffer),
    encode(target, data) {
      const range = (buffer, count) => ({ buffer, offset: 0, size: 4 * count });
      plan.encode(target, {
        ...Object.fromEntries(inputs.map(([name, buffer]) => [name, range(buffer, data.arrays[name].length)])),
        ...Object.fromEntries(outputs.map(([name, buffer], i) => [name, range(buffer, wordsOf(sizes[i][1], data))])),
        ...(operation.isGrouping ? {} : { segments: { ...Object.fromEntries(lists), count: data.offsets.length - 1 } }),
      });
    },
    upload(data) {
      for (const [name, buffer] of lists) device.queue.writeBuffer(buffer, 0, listsOf(data)[name]);
      for (const [name, buffer] of inputs) device.queue.writeBuffer(buffer, 0, data.arrays[name]);
    },
    async wrong(read) {
      const expected = await operation.expected(oracle, operation.arrays ? part.arrays : part.keys, part.offsets);
      for (const [i, [name, buffer]] of outputs.entries()) {
        const text = difference(name, await read(buffer, wordsOf(sizes[i][1], part)), expected[name], operation.slack);
        if (text) return text;
      }
      return undefined;
    },
    end() {
      plan.destroy();
      for (const [, buffer] of [...inputs, ...outputs, ...lists]) buffer.destroy();
    },
  };
}

/**
 * Runs a case on the machine. Returns the dispatches of a call with `items`, the grids of a call with all items, and
 * what is wrong with the results, if anything.
 */
export async function run(library, oracle, device, one) {
  const call = await prepared(library, oracle, device, one);
  const recorded = (data) => {
    const encoder = device.createCommandEncoder();
    call.encode(encoder, data);
    return encoder.finish();
  };
  const grids = recorded(call.whole).map(({ kernel, workgroups }) => ({ name: kernel, workgroups }));
  call.upload(call.part);
  const passes = device.executed(recorded(call.part));
  const wrong = await call.wrong(async (buffer) => device.words(buffer));
  return { passes, grids, wrong, items: call.part.keys.length, target: call.whole.keys.length };
}
