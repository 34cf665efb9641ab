/** Quantiles on arrays: every key type, class of lengths, interpolation and family, by numpy's definition. */
import { describe, expect, it } from 'vitest';
import { segmentedQuantile, type Tuning } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { inTurn, Random, ROWS } from '../support/cases.ts';
import { f16Number } from '../support/reduce-items.ts';
import { numpyQuantile } from '../support/select-oracle.ts';
import { SMALL_APPENDING, SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { keyBytes, keysOf, segmentsCase } from '../support/typed-cases.ts';
import { KEY_TYPES, type KeyType, sortedIndices } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const TUNINGS = { software: SMALL_SOFTWARE, gpu: SMALL_GPU, 'appending gpu': SMALL_APPENDING } as const;
const QUANTILES = [0.5, 0, 1, 0.1, 0.9, 1 / 3];
const LENGTHS = [0, 1, 2, 3, 5, 32, 33, 129, 513, 1030, 3000];
const NAMES = ['linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf'] as const;

/** The keys as numbers. */
function numbersIn(type: KeyType, result: unknown): number[] {
  if (type === 'f16' && !(result instanceof Float64Array)) {
    return Array.from((result as { data: Uint16Array }).data, f16Number);
  }
  return Array.from(result as ArrayLike<number>, Number);
}

async function check(type: KeyType, interpolation: (typeof NAMES)[number], nan: 'propagate' | 'omit', tuning: object) {
  const random = new Random(11);
  const { given, bounds, itemCount } = segmentsCase(interpolation === 'lower' ? 'ranges' : 'offsets', LENGTHS, random);
  const bytes = keyBytes(type, itemCount, random);
  const all = numbersIn(type, keysOf(type, bytes));
  const order = sortedIndices(type, bytes, bounds, { order: 'ascending' });
  const absent = type[0] === 'f' || interpolation === 'linear' || interpolation === 'midpoint' ? Number.NaN : 0;
  const want = bounds.flatMap(([begin, end]) => {
    const sorted = Array.from(order.subarray(begin, end), (i) => all[i]!);
    const valid = sorted.filter((value) => !Number.isNaN(value));
    const hasNan = valid.length < sorted.length && nan === 'propagate';
    return QUANTILES.map((q) => (valid.length === 0 || hasNan ? absent : numpyQuantile(valid, q, interpolation)));
  });
  const of = 'offsets' in given ? given.offsets : given;
  const options = { interpolation, nan, tuning: tuning as Tuning };
  const got = await segmentedQuantile(device(), keysOf(type, bytes), of, QUANTILES, options);
  expect(numbersIn(type, got)).toEqual(want);
}

/** In `npm test` one family in turn takes one of two types. The full run takes all types. */
const typesOf = (family: string, from: number) =>
  inTurn(
    KEY_TYPES.map((type, i) => [type, NAMES[i % NAMES.length]!] as const).filter(
      (_, i) => ROWS !== 'quick' || (family === 'software' ? i % 8 === 0 : i % 5 === 3),
    ),
    4,
    2 * from,
  );

for (const [i, [family, tuning]] of Object.entries(TUNINGS).entries()) {
  const types = typesOf(family, i);
  describe.runIf(types.length > 0)(`quantiles, ${family} kernels`, () => {
    it.each(types)('%s keys, %s', async (type, name) => {
      await check(type, name, type === 'f32' ? 'propagate' : 'omit', tuning);
    });
  });
}

for (const [family, tuning] of inTurn(Object.entries(TUNINGS))) {
  it(`by the inverted distribution, ${family} kernels`, async () => {
    await check('f32', 'inverted_cdf', 'omit', tuning);
  });
}

it('takes one number for one result a segment', async () => {
  const keys = Uint8Array.of(4, 1, 3, 2, 10, 20);
  const ends = [0, 4, 4, 6];
  const by = async (q: number) => [
    ...(await segmentedQuantile(device(), keys, ends, q, { interpolation: 'inverted_cdf' })),
  ];
  expect(await by(0.5)).toEqual([2, 0, 10]);
  expect(await by(0.25)).toEqual([1, 0, 10]);
  expect(await by(0.51)).toEqual([3, 0, 20]);
  expect([await by(0), await by(1)]).toEqual([
    [1, 0, 10],
    [4, 0, 20],
  ]);
  expect([...(await segmentedQuantile(device(), keys, ends, 0.5))]).toEqual([2.5, Number.NaN, 15]);
});

it('computes medians of segments longer than a batch', async () => {
  const keys = Float32Array.from({ length: 3000 }, (_, i) => (i * 7919) % 3001);
  const tuning = { ...SMALL_SOFTWARE, maxBindingBytes: 4096 };
  const got = await segmentedQuantile(device(), keys, [0, 100, 3000], [0.5], { tuning: tuning as Tuning });
  const median = (part: Float32Array) =>
    numpyQuantile(
      [...part].sort((a, b) => a - b),
      0.5,
      'linear',
    );
  expect([...got]).toEqual([median(keys.subarray(0, 100)), median(keys.subarray(100))]);
  const options = { tuning: tuning as Tuning, interpolation: 'inverted_cdf' } as const;
  const last = [...keys.subarray(100)].sort((a, b) => a - b);
  expect((await segmentedQuantile(device(), keys, [0, 100, 3000], [0.3], options))[1]).toBe(last[869]);
});

it('computes quantiles of infinities, zeros of both signs, equal keys and 64-bit integers', async () => {
  const { POSITIVE_INFINITY: inf } = Number;
  const floats = Float32Array.of(inf, -inf, 1, -0, 0, -0, 3, 3, 3, 3);
  const ofFloats = async (options: object) => [
    ...(await segmentedQuantile(device(), floats, [0, 3, 6, 10], [0.5, 0.25], options)),
  ];
  expect(await ofFloats({})).toEqual([1, -inf, -0, -0, 3, 3]);
  expect(await ofFloats({ interpolation: 'higher' })).toEqual([1, 1, -0, -0, 3, 3]);
  const wide = BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, 7n);
  const options = { interpolation: 'lower' } as const;
  expect([...(await segmentedQuantile(device(), wide, [0, 4], [0, 0.5, 0.7, 1], options))]).toEqual([
    -(2n ** 63n),
    7n,
    2n ** 53n + 1n,
    2n ** 63n - 1n,
  ]);
});

it('interpolates beside infinities as numpy does, and keeps equal ones and items', async () => {
  const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
  const floats = Float32Array.of(1, inf, -inf, 1, -inf, inf, inf, inf, 1, 2, inf);
  const offsets = [0, 2, 4, 6, 8, 11];
  const linear = [inf, nan, nan, nan, -inf, -inf, nan, nan, nan, inf, inf, inf, 1.5, 2, nan];
  const middle = [nan, -inf, nan, inf, 2];
  for (const call of [segmentedQuantile, js.segmentedQuantile]) {
    expect([...(await call(device(), floats, offsets, [0.25, 0.5, 0.75]))]).toEqual(linear);
    expect([...(await call(device(), floats, offsets, [0.5], { interpolation: 'midpoint' }))]).toEqual(middle);
  }
});

it('refuses q outside 0 to 1, and unknown names', async () => {
  const call = (q: unknown, options: object = {}) =>
    segmentedQuantile(device(), new Uint32Array(4), [0, 4], q as number[], options).then(
      () => 'none',
      ({ code, message }) => `${code}: ${message}`,
    );
  expect(await call([1.5])).toMatch(/^invalid-option: quantiles\[0\]: 1.5/);
  expect(await call([Number.NaN])).toMatch(/^invalid-option: quantiles\[0\]: NaN/);
  expect(await call(2)).toMatch(/^invalid-option: quantiles: 2/);
  expect(await call('0.5')).toMatch(/^invalid-option: quantiles: /);
  expect(await call([0.5], { interpolation: 'cubic' })).toMatch(/^invalid-option: interpolation: 'cubic'/);
});
