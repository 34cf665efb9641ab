/**
 * For any arguments, right or wrong, the call without a GPU does what the call on a GPU does: it gives the same result,
 * or it refuses with the same code. Neither throws anything but a SegmentedError.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.ts';
import * as js from '../src/js/index.ts';
import { runParameters } from '../tests/support/arbitraries.ts';
import { ROWS } from '../tests/support/cases.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: the arguments may be anything
type Any = any;

const KEYS = Float32Array.of(3, -0, Number.NaN, 1, 0, 2);
const IDS = Uint32Array.of(1, 0, 1, 3, 0, 1);

/** What is no array, no object of options and no list. */
const STRANGE = (): Any[] => [
  null,
  undefined,
  5,
  'x',
  true,
  7n,
  Symbol('s'),
  () => 1,
  {},
  [],
  new Date(0),
  new Set([1]),
];

const OPERANDS = (): Any[] => [
  ...STRANGE(),
  ...[KEYS, new Float32Array(0), KEYS.subarray(1), IDS, new Uint8ClampedArray(6), new DataView(new ArrayBuffer(8))],
  ...[new ArrayBuffer(8), [1, 2], new BigUint64Array(6), new Float64Array(6)],
  ...[
    { type: 'f32', data: KEYS },
    { type: 'f32' },
    { data: KEYS },
    { type: 'f33', data: KEYS },
    { type: 3, data: KEYS },
  ],
  ...[
    { type: { bytes: 4 }, data: KEYS },
    { type: { bytes: 3 }, data: KEYS },
    { type: { bytes: 4, x: 1 }, data: KEYS },
  ],
  ...[
    { type: 'vec2<f32>', data: new Float32Array(12) },
    { type: 'vec3f', data: new Uint8Array(7) },
    { type: 'f32', data: [1] },
  ],
  ...[
    { type: 'f32', data: KEYS, x: 1 },
    { type: null, data: KEYS },
    { type: { type: 'vec3f', stride: 16 }, data: KEYS },
  ],
];

const SEGMENTS = (): Any[] => [
  ...STRANGE(),
  ...[[0, 2, 6], [0], [3], [2, 1], [0, 9], [0, Number.NaN], [0, '6'], [0, -1], [0, 1.5], [0, 6n], [undefined]],
  ...[
    Uint32Array.of(0, 6),
    BigInt64Array.of(0n, 6n),
    BigInt64Array.of(-1n, 6n),
    Float32Array.of(0, 6),
    new Uint8Array(2),
  ],
  ...[
    { size: 2 },
    { size: 0 },
    { size: -1 },
    { size: 1.5 },
    { size: '2' },
    { size: Number.NaN },
    { size: 5 },
    { count: 2 },
  ],
  ...[
    { size: 2, count: 2 },
    { size: 2, count: 9 },
    { size: 2, count: -1 },
    { size: 0, count: 2 },
    { size: 0, count: null },
  ],
  ...[
    { size: 0, count: 2 ** 31 },
    { size: 2, x: 1 },
    { siez: 2 },
    { begin: [0], end: [6] },
    { begin: [4, 0], end: [6, 3] },
  ],
  ...[
    { begin: [0], end: [1, 2] },
    { begin: [2], end: [1] },
    { begin: [0], end: [7] },
    { begin: [0] },
    { begin: 0, end: 1 },
  ],
  ...[{ lengths: [2, 4] }, { lengths: [7] }, { lengths: [-1] }, { lengths: 3 }, { lengths: ['1'] }],
  ...[
    { offsets: [0, 2], rows: [5, 0] },
    { offsets: [0, 2], rows: [6, 0] },
    { offsets: [0, 3], rows: [0] },
    { offsets: [0] },
  ],
];

const FUNCTIONS = {
  compare: { wgsl: 'return a < b;', js: (a: number, b: number) => a < b },
  orderBy: { wgsl: 'return u32(abs(key));', js: (key: number) => Math.min(Math.abs(key), 9) || 0 },
  op: { wgsl: 'return a + b;', identity: 0, js: (a: number, b: number) => a + b },
};

/** Values of options, right and wrong. Every call gets every option. */
const OPTIONS: Readonly<Record<string, () => Any[]>> = {
  order: () => ['ascending', 'descending', 'up', null, 1],
  beginBit: () => [0, 40, -1, 0.5, '1', null],
  endBit: () => [32, 99, -1, Number.NaN, null],
  signedZero: () => ['equal', 'distinct', true, null],
  compare: () => [FUNCTIONS.compare, { ...FUNCTIONS.compare, x: 1 }, ...STRANGE()],
  orderBy: () => [
    ...STRANGE(),
    ...[
      { ...FUNCTIONS.orderBy, x: 1 },
      { ...FUNCTIONS.orderBy, returns: 'f64' },
      { ...FUNCTIONS.orderBy, bits: 99 },
    ],
    ...[
      { ...FUNCTIONS.orderBy, returns: null },
      { ...FUNCTIONS.orderBy, bits: '8' },
    ],
  ],
  cover: () => [false, true, 1, null],
  tuning: () => [{}, { x: 1 }, { family: 'x' }, { sort: 5 }, null, 5, [], 'x'],
  onProgress: () => [() => undefined, 5, null, {}],
  signal: () => [AbortSignal.abort(), new AbortController().signal, 5, null, {}],
  initial: () => [5, -0, 'x', null, 7n, [1], {}, Number.NaN],
  whenEmpty: () => [
    { value: 1, index: 2 },
    { value: 1 },
    { value: 1, index: -1 },
    { value: 1, index: 1, x: 1 },
    5,
    null,
    [],
  ],
  accuracy: () => ['pairwise', 'compensated', 'exact', null, 1],
  exclusive: () => [true, false, 1, null, 'x'],
  reverse: () => [true, false, 1, null, 'x'],
  indexFrom: () => ['array', 'segment', 'row', null, 1],
  interpolation: () => ['lower', 'midpoint', 'middle', null, 1],
  nan: () => ['omit', 'propagate', 'first', 'last', 'drop', null, 1],
  values: () => OPERANDS(),
  groups: () => [0, 2, 4, -1, 0.5, '2', null, 2 ** 40],
  sorted: () => [true, false, 1, null],
  ordr: () => [1],
};

const OPERATORS = (): Any[] => [
  ...STRANGE(),
  ...['sum', 'max', 'argmin', 'count', 'mean', 'sun', 'and', ['sum'], ['max', 'argmax'], ['sum', 'x'], ['sum', null]],
  ...[
    FUNCTIONS.op,
    [FUNCTIONS.op],
    { ...FUNCTIONS.op, x: 1 },
    { ...FUNCTIONS.op, type: 'x' },
    { ...FUNCTIONS.op, wgsl: 1 },
  ],
  ...[
    { ...FUNCTIONS.op, identity: undefined },
    { ...FUNCTIONS.op, identity: {} },
    { identity: 0 },
    { ...FUNCTIONS.op, type: 'u32' },
  ],
];
const COUNTS = (): Any[] => [
  ...STRANGE(),
  0,
  2,
  99,
  -1,
  0.5,
  Number.NaN,
  [1, 2],
  [1],
  [1, -1],
  Uint32Array.of(1, 2),
  2 ** 33,
];
const QUANTILES = (): Any[] => [
  ...STRANGE(),
  [0.5],
  [0, 1],
  [2],
  [Number.NaN],
  ['0.5'],
  Float32Array.of(0.5),
  [null],
  [-0],
];

/** An argument: its right value, and others, some of which are right as well. */
type Argument = readonly [right: Any, others: () => Any[]];
const CALLS: Readonly<Record<string, readonly Argument[]>> = {
  segmentedSort: [
    [KEYS, OPERANDS],
    [[0, 2, 6], SEGMENTS],
  ],
  segmentedSortByKey: [
    [KEYS, OPERANDS],
    [IDS, OPERANDS],
    [[0, 2, 6], SEGMENTS],
  ],
  segmentedArgsort: [
    [KEYS, OPERANDS],
    [[0, 2, 6], SEGMENTS],
  ],
  segmentedReduce: [
    [KEYS, OPERANDS],
    [[0, 2, 6], SEGMENTS],
    ['sum', OPERATORS],
  ],
  segmentedScan: [
    [KEYS, OPERANDS],
    [[0, 2, 6], SEGMENTS],
    ['sum', OPERATORS],
  ],
  segmentedTopK: [
    [KEYS, OPERANDS],
    [[0, 2, 6], SEGMENTS],
    [2, COUNTS],
  ],
  segmentedQuantile: [
    [KEYS, OPERANDS],
    [[0, 2, 6], SEGMENTS],
    [[0.5], QUANTILES],
  ],
  groupBy: [[IDS, OPERANDS]],
  reduceByKey: [
    [IDS, OPERANDS],
    [KEYS, OPERANDS],
    ['sum', OPERATORS],
  ],
};

/** What a call did: its result, or the code of its refusal. */
async function outcomeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof core.SegmentedError) return { code: error.code, message: error.message };
    return { thrown: error };
  }
}

/** Calls both entries. `faults`: how many arguments may be wrong; of several wrong ones each entry may name another. */
async function expectAlike(name: string, given: readonly Any[], faults: number): Promise<void> {
  const run = (on: Any, own: Any) => outcomeOf(() => on[name](own, ...given));
  const [onGpu, inJs] = [await run(core, device()), await run(js, null)] as [Any, Any];
  const what = () => `${name}(${given.map((each) => fc.stringify(each)).join(', ')}): ${fc.stringify([onGpu, inJs])}`;
  expect([onGpu?.thrown, inJs?.thrown], what()).toEqual([undefined, undefined]);
  if (onGpu?.code === undefined && inJs?.code === undefined) expect(inJs, what()).toEqual(onGpu);
  else if (faults > 1) expect([onGpu?.code, inJs?.code].includes(undefined), what()).toBe(false);
  else expect(inJs?.code, what()).toBe(onGpu?.code);
}

describe.each(Object.entries(CALLS))('%s', (name, given) => {
  const right = given.map(([value]) => value);

  it('with one argument of any kind', async () => {
    for (const [i, [, others]] of given.entries()) {
      for (const other of others()) await expectAlike(name, right.with(i, other), 1);
    }
  });

  it('with one option of any kind', async () => {
    for (const other of STRANGE()) await expectAlike(name, [...right, other], 1);
    for (const [option, values] of Object.entries(OPTIONS)) {
      for (const value of values()) await expectAlike(name, [...right, { [option]: value }], 1);
    }
  });

  it('with several', async () => {
    const args = given.map(([value, others]) => fc.oneof(fc.constant(value), fc.constantFrom(...others())));
    const options = fc.record(
      Object.fromEntries(Object.entries(OPTIONS).map(([option, values]) => [option, fc.constantFrom(...values())])),
      { requiredKeys: [] },
    );
    const some = fc.tuple(options, fc.subarray(Object.keys(OPTIONS), { maxLength: 3 }));
    const property = fc.asyncProperty(fc.tuple(...args), some, async (all, [values, names]) => {
      const few = Object.fromEntries(Object.entries(values).filter(([option]) => names.includes(option)));
      await expectAlike(name, [...all, few], 2);
    });
    await fc.assert(property, runParameters(ROWS === 'quick' ? 25 : 300));
  });
});
