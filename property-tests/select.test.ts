/**
 * For any key type, order, k, values and form of segments, a top-k equals the first items of the sort, and quantiles
 * equal numpy's. The calls without a GPU give the same bits.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.ts';
import * as js from '../src/js/index.ts';
import { runParameters, seeds, segmentsCases } from '../tests/support/arbitraries.ts';
import { Random, ROWS } from '../tests/support/cases.ts';
import { f16Number } from '../tests/support/reduce-items.ts';
import { numpyQuantile, topIndices } from '../tests/support/select-oracle.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../tests/support/typed-cases.ts';
import { KEY_TYPES, type KeyType, sortedIndices, widthOf } from '../tests/support/typed-oracle.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

const givenOf = ({ given }: SegmentsCase) => ('offsets' in given ? given.offsets : given);

/** In the quick mode a few rows take turns, because almost every row has kernels that no other row has. */
function some<T>(rows: fc.Arbitrary<T>, count: number): fc.Arbitrary<T> {
  if (ROWS !== 'quick') return rows;
  const { seed } = runParameters(0);
  return fc.constantFrom(...fc.sample(rows, { numRuns: count, ...(seed === undefined ? {} : { seed }) }));
}

const topKs = fc.record({
  type: fc.constantFrom(...KEY_TYPES),
  order: fc.constantFrom('ascending', 'descending'),
  signedZero: fc.constantFrom('distinct', 'equal'),
  nan: fc.constantFrom(undefined, 'last', 'first', 'omit'),
  indexFrom: fc.constantFrom('array', 'segment'),
  valueBytes: fc.constantFrom(0, 1, 2, 4, 8, 12, 16),
});

/** One k for all segments, or one per segment around its length. */
const ks = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.constantFrom(1, 64, 300, 1 << 20),
  fc.constant('about the length' as const),
  fc.constant('any' as const),
);

function kOf(k: number | 'about the length' | 'any', bounds: SegmentsCase['bounds'], random: Random) {
  if (typeof k === 'number') return { given: k, each: () => k };
  const each = bounds.map(([begin, end]) => {
    const length = end - begin;
    return k === 'any' ? random.below(length + 3) : Math.max(0, length - 1 + random.below(3));
  });
  return { given: random.below(2) ? Uint32Array.from(each) : each, each: (i: number) => each[i] as number };
}

/** The items at these indices. */
function itemsAt(bytes: Uint8Array, size: number, indices: readonly number[]): Uint8Array {
  const found = new Uint8Array(indices.length * size);
  for (const [to, from] of indices.entries()) found.set(bytes.subarray(from * size, (from + 1) * size), to * size);
  return found;
}

describe('any top-k', () => {
  it('is the first k items of the stable sort', async () => {
    const check = async (row: Row<typeof topKs>, k: Row<typeof ks>, segments: SegmentsCase, seed: number) => {
      const { type, valueBytes, nan, ...rest } = row;
      const options = nan === undefined ? rest : { ...rest, nan };
      const { bounds, itemCount } = segments;
      const random = new Random(seed);
      const bytes = keyBytes(type, itemCount, random);
      const data = Uint8Array.from({ length: itemCount * valueBytes }, () => random.below(256));
      const values = valueBytes > 0 ? { values: { type: { bytes: valueBytes }, data } as never } : {};
      const { given, each } = kOf(k, bounds, random);
      const want = topIndices(type, bytes, bounds, each, options);
      const begins = bounds.flatMap(([begin], i) => Array(want.offsets[i + 1]! - want.offsets[i]!).fill(begin));
      const shift = options.indexFrom === 'segment' ? begins : begins.map(() => 0);
      for (const call of [core.segmentedTopK, js.segmentedTopK] as (typeof core.segmentedTopK)[]) {
        const got = await call(device(), keysOf(type, bytes), givenOf(segments), given, { ...options, ...values });
        expect(Array.from(got.offsets)).toEqual(want.offsets);
        expect(Array.from(got.indices)).toEqual(want.indices.map((index, at) => index - shift[at]));
        expect(bytesOf(got.keys as never)).toEqual(itemsAt(bytes, widthOf(type) / 8, want.indices));
        if (valueBytes > 0) expect(bytesOf(got.values as never)).toEqual(itemsAt(data, valueBytes, want.indices));
      }
    };
    const property = fc.asyncProperty(some(topKs, 3), ks, segmentsCases, seeds, check);
    await fc.assert(property, runParameters(60));
  });
});

type Row<A> = A extends fc.Arbitrary<infer T> ? T : never;

const NAMES = ['linear', 'lower', 'higher', 'nearest', 'midpoint'] as const;

/** Kernels depend only on the number of quantiles. */
const fractions = fc.oneof(
  fc.constantFrom(0, 0.5, 1, 0.25, 0.1, 1 / 3, Number.MIN_VALUE, 1 - 2 ** -53),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const quantiles = fc
  .constantFrom(1, 3, 5)
  .chain((length) => fc.array(fractions, { minLength: length, maxLength: length }));

const rows = fc.record({
  type: fc.constantFrom(...KEY_TYPES),
  interpolation: fc.constantFrom(...NAMES),
  nan: fc.constantFrom('propagate', 'omit'),
});

/** The keys as numbers. */
function numbersOf(type: KeyType, keys: unknown): number[] {
  const array = 'data' in (keys as object) ? (keys as { data: Uint16Array }).data : (keys as ArrayLike<number>);
  return type === 'f16' ? Array.from(array as Uint16Array, f16Number) : Array.from(array, Number);
}

/** Quantiles of one segment, by numpy's definition. */
function quantilesOf(sorted: readonly number[], list: readonly number[], row: Row<typeof rows>): number[] {
  const { type, interpolation, nan } = row;
  const valid = sorted.filter((value) => !Number.isNaN(value));
  const between = interpolation === 'linear' || interpolation === 'midpoint';
  if (sorted.length === 0 || valid.length === 0) return list.map(() => (between || type[0] === 'f' ? Number.NaN : 0));
  if (nan === 'propagate' && valid.length < sorted.length) return list.map(() => Number.NaN);
  return list.map((q) => numpyQuantile(valid, q, interpolation));
}

describe('any quantiles', () => {
  it('are those of numpy', async () => {
    const check = async (row: Row<typeof rows>, list: readonly number[], segments: SegmentsCase, seed: number) => {
      const { type, interpolation, nan } = row;
      const { bounds, itemCount } = segments;
      const bytes = keyBytes(type, itemCount, new Random(seed));
      const order = sortedIndices(type, bytes, bounds, { order: 'ascending' });
      const all = numbersOf(type, keysOf(type, bytes));
      const want = bounds.flatMap(([begin, end]) =>
        quantilesOf(
          Array.from(order.subarray(begin, end), (i) => all[i] as number),
          list,
          row,
        ),
      );
      for (const call of [core.segmentedQuantile, js.segmentedQuantile] as (typeof core.segmentedQuantile)[]) {
        const options = { interpolation, nan } as { interpolation: 'linear' };
        const got = await call(device(), keysOf(type, bytes), givenOf(segments), list, options);
        expect(got instanceof Float64Array ? Array.from(got) : numbersOf(type, got)).toEqual(want);
      }
    };
    const property = fc.asyncProperty(some(rows, 3), quantiles, segmentsCases, seeds, check);
    await fc.assert(property, runParameters(60));
  });
});
