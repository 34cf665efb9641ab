/** Top-k and quantiles on host arrays, compared with tests/support/select-oracle.ts. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { Random } from '../support/cases.ts';
import { numpyQuantile, topIndices } from '../support/select-oracle.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { sortedIndices, widthOf } from '../support/typed-oracle.ts';
import { hostCall, type SoakRow } from './call.ts';
import { given, itemsAt, seeds, segments, tunings, types } from './draw.ts';

const topKs = fc.record({
  type: types,
  order: fc.constantFrom('ascending' as const, 'descending' as const),
  signedZero: fc.constantFrom('distinct' as const, 'equal' as const),
  tuning: tunings,
});

const ks = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.constantFrom(1, 64, 300, 1 << 20),
  fc.constant('each' as const),
);

type TopK = typeof topKs extends fc.Arbitrary<infer T> ? T : never;

function topKCall({ type, tuning, ...order }: TopK, segments: SegmentsCase, k: number | 'each', seed: number) {
  const { bounds, itemCount } = segments;
  const random = new Random(seed);
  const keys = keyBytes(type, itemCount, random);
  const each = Uint32Array.from(bounds, ([begin, end]) => random.below(end - begin + 3));
  const want = topIndices(type, keys, bounds, (i) => (k === 'each' ? (each[i] as number) : k), order);
  const form = given(segments, seed);
  return hostCall({
    ...{ name: 'segmentedTopK', tuning, segments: bounds.length, options: order },
    args: [keysOf(type, form.bytes(keys, widthOf(type) / 8)), form.segments, k === 'each' ? each : k],
    check(result: never) {
      const found = result as { keys: Uint8Array; indices: Uint32Array; offsets: Uint32Array };
      expect([...found.offsets]).toEqual(want.offsets);
      expect([...found.indices]).toEqual(want.indices);
      expect(bytesOf(found.keys)).toEqual(itemsAt(keys, widthOf(type) / 8, want.indices));
    },
  });
}

const quantiles = fc.record({
  type: fc.constantFrom('u8', 'i16', 'u32', 'i32', 'f32', 'f64'),
  interpolation: fc.constantFrom('linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf'),
  nan: fc.constantFrom('propagate', 'omit'),
  count: fc.constantFrom(1, 3),
  tuning: tunings,
});
type Quantile = typeof quantiles extends fc.Arbitrary<infer T> ? T : never;

/** Quantiles of one segment whose numbers ascend, by numpy's definition. */
function quantilesOf(sorted: readonly number[], list: readonly number[], { type, interpolation, nan }: Quantile) {
  const valid = sorted.filter((value) => !Number.isNaN(value));
  const between = interpolation === 'linear' || interpolation === 'midpoint';
  if (valid.length === 0) return list.map(() => (between || type.startsWith('f') ? Number.NaN : 0));
  if (nan === 'propagate' && valid.length < sorted.length) return list.map(() => Number.NaN);
  return list.map((q) => numpyQuantile(valid, q, interpolation));
}

function quantileCall(choice: Quantile, segments: SegmentsCase, list: readonly number[], seed: number) {
  const { type, interpolation, nan, tuning } = choice;
  const { bounds, itemCount } = segments;
  const bytes = keyBytes(type, itemCount, new Random(seed));
  const keys = keysOf(type, bytes) as Float64Array;
  const order = sortedIndices(type, bytes, bounds, { order: 'ascending' });
  const numbers = ([begin, end]: readonly [number, number]) =>
    Array.from(order.subarray(begin, end), (i) => Number(keys[i]));
  const want = bounds.flatMap((segment) => quantilesOf(numbers(segment), list, choice));
  const form = given(segments, seed);
  return hostCall({
    ...{ name: 'segmentedQuantile', tuning, segments: bounds.length, options: { interpolation, nan } },
    args: [keysOf(type, form.bytes(bytes, widthOf(type) / 8)), form.segments, list],
    check: (result: never) => expect(Array.from(result as Float64Array, Number)).toEqual(want),
  });
}

const fraction = fc.oneof(fc.constantFrom(0, 0.5, 1, 0.25, 1 / 3), fc.double({ min: 0, max: 1, noNaN: true }));

export const selectionRows: fc.Arbitrary<SoakRow> = fc.oneof(
  topKs.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc.tuple(segments, ks, seeds).map(([segments, k, seed]) => topKCall(choice, segments, k, seed)),
  })),
  quantiles.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc
      .tuple(segments, fc.array(fraction, { minLength: choice.count, maxLength: choice.count }), seeds)
      .map(([segments, list, seed]) => quantileCall(choice, segments, list, seed)),
  })),
);
