/** Top-k, quantiles, scans and groups without a GPU, compared with the oracles of sorts and reduces. */
import { describe, expect, it } from 'vitest';
import * as js from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';
import { someIds, sortedIds } from '../support/group-cases.ts';
import { expectedGroups, groupArrays } from '../support/group-oracle.ts';
import { Items } from '../support/reduce-items.ts';
import { allows, type OpName, reduced, resultType } from '../support/reduce-oracle.ts';
import { bytesOf, keyBytes, keysOf, segmentsCase } from '../support/typed-cases.ts';
import { type Bounds, KEY_TYPES, type KeyType, permuted, sortedIndices, widthOf } from '../support/typed-oracle.ts';

const bytesPer = (type: KeyType) => widthOf(type) / 8;
const givenOf = (given: object) => ('offsets' in given ? given.offsets : given) as Uint32Array;

/** Short segments, and segments that are long enough for a descent. */
const LENGTHS = [0, 1, 2, 12, 40, 256, 257, 300, 1500, 5000];

describe('segmentedTopK', () => {
  it.each(KEY_TYPES)('of %s: the first items of the stable sort', async (type) => {
    const random = new Random(21);
    for (const form of ['offsets', 'ranges', 'fixed'] as const) {
      const { given, bounds, itemCount } = segmentsCase(form, LENGTHS, random);
      const bytes = keyBytes(type, itemCount, random);
      const values = Uint32Array.from({ length: itemCount }, () => random.word());
      for (const [order, signedZero, k] of [
        ['descending', 'distinct', 1],
        ['ascending', 'equal', 37],
        ['descending', 'equal', 1400],
      ] as const) {
        const options = { order, signedZero, values };
        const top = await js.segmentedTopK(null, keysOf(type, bytes), givenOf(given), k, options);
        const all = sortedIndices(type, bytes, bounds, { order, signedZero });
        const rows = bounds.map(([begin, end]) => [...all.subarray(begin, Math.min(begin + k, end))]);
        const indices = Uint32Array.from(rows.flat());
        expect(top.indices).toEqual(indices);
        expect([...top.offsets]).toEqual([0, ...rows.map((_, i) => rows.slice(0, i + 1).flat().length)]);
        expect(bytesOf(top.keys)).toEqual(
          permuted(bytes, bytesPer(type), indices).slice(0, indices.length * bytesPer(type)),
        );
        expect(top.values).toEqual(indices.map((i) => values[i]!));
      }
    }
  });

  it('takes a k for each segment, functions, and counts from the segments', async () => {
    const keys = Float32Array.of(3, 1, 2, 9, 8, 7);
    const segments = [0, 3, 3, 6];
    const top = await js.segmentedTopK(null, keys, segments, [2, 5, 1], { indexFrom: 'segment' });
    expect([[...top.keys], [...top.indices], [...top.offsets]]).toEqual([
      [3, 2, 9],
      [0, 2, 0],
      [0, 2, 2, 3],
    ]);
    const orderBy = { wgsl: '', js: (key: number) => Math.abs(key - 7) };
    const near = await js.segmentedTopK(null, keys, segments, 1, { orderBy, order: 'ascending' });
    expect([...near.keys]).toEqual([3, 7]);
    for (const [k, code] of [
      [-1, 'invalid-option'],
      [1.5, 'invalid-option'],
      [[1, 2], 'length-mismatch'],
      ['2', 'invalid-option'],
    ] as const) {
      await expect(js.segmentedTopK(null, keys, segments, k as number)).rejects.toMatchObject({ code });
    }
  });
});

/** numpy's quantile of sorted numbers, as in its manual. */
function quantile(sorted: readonly number[], q: number, how: js.Interpolation): number {
  if (how === 'inverted_cdf') return sorted.find((_, i) => (i + 1) / sorted.length >= q)!;
  const position = q * (sorted.length - 1);
  const [below, above] = [Math.floor(position), Math.ceil(position)];
  if (how === 'lower') return sorted[below]!;
  if (how === 'higher') return sorted[above]!;
  if (how === 'nearest') {
    const half = position - below === 0.5;
    return sorted[half ? (below % 2 === 0 ? below : above) : Math.round(position)]!;
  }
  const [a, b] = [sorted[below]!, sorted[above]!];
  const t = how === 'midpoint' && above > below ? 0.5 : position - below;
  return t < 0.5 ? a + (b - a) * t : b - (b - a) * (1 - t);
}

describe('segmentedQuantile', () => {
  const QUANTILES = [0, 0.1, 0.25, 0.5, 0.99, 1];

  it.each(['u8', 'i16', 'f32', 'u64', 'f64'] as const)('of %s, as numpy', async (type) => {
    const random = new Random(22);
    const { given, bounds, itemCount } = segmentsCase('offsets', [1, 2, 3, 40, 513, 3000], random);
    const numbers = Float64Array.from({ length: itemCount }, () => random.below(120));
    const keys = { u8: Uint8Array, i16: Int16Array, f32: Float32Array, f64: Float64Array, u64: BigUint64Array }[type];
    const array = type === 'u64' ? BigUint64Array.from(numbers, BigInt) : (keys as typeof Uint8Array).from(numbers);
    for (const list of [QUANTILES, [0.5], [0.3, 0.9]]) {
      for (const interpolation of ['linear', 'midpoint', 'lower', 'higher', 'nearest', 'inverted_cdf'] as const) {
        const found = await js.segmentedQuantile(null, array, givenOf(given), list, { interpolation });
        const expected = bounds.flatMap(([begin, end]) => {
          const sorted = [...numbers.subarray(begin, end)].sort((a, b) => a - b);
          return list.map((q) => quantile(sorted, q, interpolation));
        });
        expect(Array.from(found as ArrayLike<number | bigint>, Number)).toEqual(expected);
        const isNumber = interpolation === 'linear' || interpolation === 'midpoint';
        expect(found).toBeInstanceOf(isNumber ? Float64Array : array.constructor);
      }
    }
  });

  it('NaNs, empty segments and wrong quantiles', async () => {
    const values = Float32Array.of(4, Number.NaN, 1, 3, Number.POSITIVE_INFINITY, Number.NaN);
    const segments = [0, 3, 3, 5, 6];
    const run = (options: js.QuantileOptions) => js.segmentedQuantile(null, values, segments, [0.5], options);
    // The number halfway from 3 to infinity is NaN, as in numpy.
    expect([...(await run({}))]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect([...(await run({ nan: 'omit' }))]).toEqual([2.5, Number.NaN, Number.NaN, Number.NaN]);
    const keys = (await run({ interpolation: 'lower', nan: 'omit' })) as unknown as Float32Array;
    expect([...keys]).toEqual([1, Number.NaN, 3, Number.NaN]);
    expect(new Uint32Array(keys.buffer)[1]).toBe(0x7fc00000);
    const none = await js.segmentedQuantile(null, Int8Array.of(5), [0, 0, 1], [1], { interpolation: 'nearest' });
    expect(none).toEqual(Int8Array.of(0, 5));
    for (const q of [-0.1, 1.1, Number.NaN]) {
      const refused = js.segmentedQuantile(null, values, segments, [0.5, q]);
      await expect(refused).rejects.toMatchObject({
        code: 'invalid-option',
        message: expect.stringMatching(/quantiles\[1\]/),
      });
    }
  });
});

describe('segmentedScan', () => {
  const OPS = ['sum', 'product', 'min', 'max', 'and', 'or', 'xor'] as const;
  const LIST = [0, 1, 15, 16, 17, 33, 64, 100];

  /** Each result is the reduce of the items up to it. */
  function scanned(type: KeyType, bytes: Uint8Array<ArrayBuffer>, op: OpName, bounds: Bounds, initial?: number) {
    const prefixes = [...bounds].flatMap(([begin, end]) =>
      Array.from({ length: end - begin }, (_, i) => [begin, begin + i + 1] as const),
    );
    const result = reduced(op, new Items(type, bytes), prefixes, initial);
    if (result.kind !== 'exact') throw new Error('scans are exact');
    return result.values;
  }

  it.each(KEY_TYPES)('of %s: the reduce of the items before', async (type) => {
    const random = new Random(23);
    const { given, bounds, itemCount } = segmentsCase('offsets', LIST, random);
    const [first, last] = [bounds[0]![0], bounds.at(-1)![1]];
    for (const op of OPS.filter((name) => allows(type, name))) {
      const numbers = Float64Array.from({ length: itemCount }, () => (random.below(9) + 1) / (type[0] === 'f' ? 7 : 1));
      const bytes =
        op === 'sum' || op === 'product'
          ? bytesOf(arrayFrom(type, numbers)).slice()
          : keyBytes(type, itemCount, random);
      const wide = type.endsWith('64') && type !== 'f64';
      for (const initial of [undefined, 3]) {
        const options = initial === undefined ? {} : { initial: wide ? BigInt(initial) : initial };
        const found = await js.segmentedScan(null, keysOf(type, bytes), givenOf(given), op, options);
        const size = bytesPer(resultType(type, op));
        const all = bytesOf(found as Float32Array);
        expect(all.length).toBe(size * itemCount);
        expect(all.slice(first * size, last * size), `${op}, initial ${initial}`).toEqual(
          scanned(type, bytes, op, bounds, initial),
        );
      }
    }
  });

  function arrayFrom(type: KeyType, numbers: Float64Array) {
    if (type === 'f16') return Uint16Array.from(numbers, (value) => 0x3c00 + Math.round(value * 8));
    const array = keysOf(type, new Uint8Array(numbers.length * bytesPer(type))) as Float32Array | BigInt64Array;
    for (let i = 0; i < numbers.length; i++)
      array[i] = (type.endsWith('64') && type !== 'f64' ? BigInt(numbers[i]!) : numbers[i]!) as never;
    return array;
  }

  it('exclusive and reverse, items outside, and functions', async () => {
    const scan = async (values: Float32Array | Int8Array, op: 'sum' | 'max', options: js.ScanOptions) => [
      ...((await js.segmentedScan(null, values, [1, 4, 4, 6], op, options)) as Float32Array),
    ];
    const values = Float32Array.of(9, 1, 2, 3, 4, 5, 8);
    expect(await scan(values, 'sum', {})).toEqual([9, 1, 3, 6, 4, 9, 8]);
    expect(await scan(values, 'sum', { exclusive: true })).toEqual([9, 0, 1, 3, 0, 4, 8]);
    expect(await scan(values, 'sum', { exclusive: true, initial: 10 })).toEqual([9, 10, 11, 13, 10, 14, 8]);
    expect(await scan(values, 'sum', { reverse: true })).toEqual([9, 6, 5, 3, 9, 5, 8]);
    expect(await scan(values, 'sum', { reverse: true, exclusive: true })).toEqual([9, 5, 3, 0, 5, 0, 8]);
    const bytes = Int8Array.of(9, 1, -2, 3, 4, 5, 8);
    expect(await scan(bytes, 'max', { exclusive: true })).toEqual([9, -128, 1, 1, -128, 4, 8]);
    expect(await scan(bytes, 'max', { reverse: true, initial: 4 })).toEqual([9, 4, 4, 4, 5, 5, 8]);
    expect(await scan(bytes, 'sum', { exclusive: true })).toEqual([9, 0, 1, -1, 0, 4, 8]);
    const wide = BigInt64Array.of(9n, 1n, -2n, 3n);
    const running = await js.segmentedScan(null, wide, [1, 4], 'sum', { exclusive: true, reverse: true });
    expect([...running]).toEqual([9n, 1n, 3n, 0n]);
    const op = { wgsl: '', identity: 0, js: (a: number, b: number) => a * 10 + b } as const;
    const found = await js.segmentedScan(null, values, [1, 4, 4, 6], op, { reverse: true });
    expect([...(found as Float32Array)]).toEqual([9, 321, 32, 3, 54, 5, 8]);
    const indexed = { ...op, type: 'u32', load: '', jsLoad: (_: number, index: number) => index } as const;
    const indices = await js.segmentedScan(null, values, [1, 4, 4, 6], indexed, { reverse: true });
    expect([...(indices as Uint32Array)]).toEqual([0, 210, 21, 2, 10, 1, 0]);
    const halves = { type: 'f16', data: Uint16Array.of(0x3c00, 0x3c00) } as const;
    expect(await js.segmentedScan(null, halves, [0, 1], 'sum')).toEqual(Float32Array.of(1, 1));
    await expect(js.segmentedScan(null, values, [0, 1], 'count' as 'sum')).rejects.toMatchObject({
      code: 'unsupported-type',
    });
    await expect(scan(values, 'sum', { reverse: 1 as never })).rejects.toMatchObject({ code: 'invalid-option' });
  });
});

describe('groupBy and reduceByKey', () => {
  it.each(KEY_TYPES)('by ids of %s: distinct ids in the order of sorts, rows in input order', async (type) => {
    const random = new Random(24);
    for (const count of [0, 1, 600]) {
      const bytes = someIds(type, count, random);
      for (const signedZero of ['distinct', undefined] as const) {
        const how = signedZero ? { signedZero } : {};
        const expected = groupArrays(type, expectedGroups(type, bytes, how));
        const found = await js.groupBy(null, keysOf(type, bytes), how);
        expect([...found.rows]).toEqual(expected.rows);
        expect([...found.offsets]).toEqual(expected.offsets);
        expect([...bytesOf(found.keys)]).toEqual([...expected.keys]);
        const again = await js.groupBy(null, keysOf(type, sortedIds(type, bytes, how)), { sorted: true, ...how });
        expect([[...again.offsets], again.rows[5]]).toEqual([expected.offsets, count > 5 ? 5 : undefined]);
        expect([...bytesOf(again.keys)]).toEqual([...expected.keys]);
      }
    }
  });

  it('by number, with empty groups and ids that no group has', async () => {
    for (const ids of [Int32Array.of(2, -1, 0, 2, 4, 2), BigInt64Array.of(2n, -1n, 0n, 2n, 2n ** 32n, 2n)]) {
      const found = await js.groupBy(null, ids, { groups: 4 });
      expect(Array.from(found.keys as ArrayLike<number | bigint>, Number)).toEqual([0, 1, 2, 3]);
      expect([[...found.offsets], [...found.rows]]).toEqual([
        [0, 1, 1, 4, 4],
        [2, 0, 3, 5],
      ]);
      expect(found.keys).toBeInstanceOf(ids.constructor);
    }
    const values = Float32Array.of(1, 2, 3, 4, 5, 6);
    const ids = Int32Array.of(2, -1, 0, 2, 7, 2);
    const { keys, result } = await js.reduceByKey(null, ids, values, ['sum', 'argmax'], { groups: 3 });
    expect([[...keys], [...result[0]], [...result[1].indices]]).toEqual([
      [0, 1, 2],
      [3, 0, 11],
      [0, 0xffffffff, 2],
    ]);
    const distinct = await js.reduceByKey(null, ids, values, 'sum', { initial: 100 });
    expect([[...distinct.keys], [...distinct.result]]).toEqual([
      [-1, 0, 2, 7],
      [102, 103, 111, 105],
    ]);
    const wide = await js.groupBy(null, BigUint64Array.of(2n ** 33n, 2n ** 32n, 2n ** 33n));
    expect([[...wide.keys], [...wide.rows]]).toEqual([
      [2n ** 32n, 2n ** 33n],
      [1, 0, 2],
    ]);
    expect((await js.groupBy(null, new Uint8Array(0))).offsets).toEqual(Uint32Array.of(0));
  });

  it('refuses what it cannot group', async () => {
    const ids = Uint32Array.of(3, 1);
    const cases: [string, Promise<unknown>][] = [
      ['offsets-not-monotonic', js.groupBy(null, ids, { sorted: true })],
      ['offsets-not-monotonic', js.groupBy(null, BigUint64Array.of(2n ** 40n, 1n), { sorted: true })],
      ['invalid-option', js.groupBy(null, ids, { group: 3 } as never)],
      ['invalid-option', js.groupBy(null, Uint8Array.of(1), { groups: 300 })],
      ['unsupported-type', js.groupBy(null, Float32Array.of(1), { groups: 3 })],
      ['unsupported-type', js.groupBy(null, { type: 'vec2<u32>', data: ids })],
      ['length-mismatch', js.reduceByKey(null, ids, Float32Array.of(1), 'sum')],
      ['unsupported-type', js.reduceByKey(null, ids, ids, 'median' as 'sum')],
    ];
    for (const [code, call] of cases) await expect(call).rejects.toMatchObject({ name: 'SegmentedError', code });
  });
});

it('logsumexp near 0 has the powers that are small beside the greatest one', async () => {
  const items = Float32Array.of(0, -50, 0, -30, -31, -40, 0);
  const found = await js.segmentedReduce(null, items, [0, 2, 6, 7], 'logsumexp');
  const want = [Math.log1p(Math.exp(-50)), Math.log1p(Math.exp(-30) + Math.exp(-31) + Math.exp(-40)), 0];
  expect(found).toEqual(Float32Array.from(want));
});
