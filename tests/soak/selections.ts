/** Top-k and quantiles, of windows too, on arrays and recorded, compared with tests/support/select-oracle.ts. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { createSegmentedQuantile, createSegmentedTopK } from '../../src/index.ts';
import { offsetsOf, Random } from '../support/cases.ts';
import { expectBytes, expectWritten, recordCall } from '../support/recorded-call.ts';
import { numpyQuantile, topIndices } from '../support/select-oracle.ts';
import { bytesOf, keyBytes, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { bitsAt, isNan, type KeyType, sortedIndices, widthOf } from '../support/typed-oracle.ts';
import { hostCall, recordedSoakCall, type SoakCall, type SoakRow } from './call.ts';
import { given, itemsAt, overlappingSegments, recordedTuning, seeds, segments, tunings, types } from './draw.ts';

/** In half of all calls segments may share items. */
const windows = fc.oneof(segments, overlappingSegments);

const topKs = fc.record({
  type: types,
  order: fc.constantFrom('ascending' as const, 'descending' as const),
  signedZero: fc.constantFrom('distinct' as const, 'equal' as const),
  nan: fc.constantFrom(undefined, 'last' as const, 'first' as const, 'omit' as const),
  recorded: fc.boolean(),
  tuning: tunings,
});

const ks = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.constantFrom(1, 64, 300, 1 << 20),
  fc.constant('each' as const),
);

type TopK = typeof topKs extends fc.Arbitrary<infer T> ? T : never;

/** The first k of each segment. Segments may share items. */
function wantedTopK({ type, order, signedZero, nan }: TopK, keys: Uint8Array, { bounds }: SegmentsCase, ks: number[]) {
  const how = { order, signedZero, ...(nan ? { nan } : {}) };
  return bounds.map((one, s) => topIndices(type, keys, [one], () => ks[s]!, how).indices);
}

function topKCall(choice: TopK, segments: SegmentsCase, k: number | 'each', seed: number): SoakCall {
  const { type, tuning, recorded, order, signedZero, nan } = choice;
  const options = { order, signedZero, ...(nan ? { nan } : {}) };
  const { bounds, itemCount } = segments;
  const random = new Random(seed);
  const keys = keyBytes(type, itemCount, random);
  if (recorded) return recordedTopK(choice, options, keys, segments, k === 'each' ? 7 : Math.min(k, 300), seed);
  const each = Uint32Array.from(bounds, ([begin, end]) => random.below(end - begin + 3));
  const want = wantedTopK(choice, keys, segments, k === 'each' ? [...each] : bounds.map(() => k));
  const form = given(segments, seed);
  const indices = Uint32Array.from(want.flat());
  return hostCall({
    ...{ name: 'segmentedTopK', tuning, segments: bounds.length, options },
    args: [keysOf(type, form.bytes(keys, widthOf(type) / 8)), form.segments, k === 'each' ? each : k],
    check(result: never) {
      const found = result as { keys: Uint8Array; indices: Uint32Array; offsets: Uint32Array };
      expect([...found.offsets]).toEqual([...offsetsOf(want.map(({ length }) => length))]);
      expectBytes('indices', bytesOf(found.indices), bytesOf(indices), 4);
      expectBytes('keys', bytesOf(found.keys), itemsAt(keys, widthOf(type) / 8, want.flat()), widthOf(type) / 8);
    },
  });
}

/** Room for the items of all segments, where segments may share them. */
function windowsOf({ form, bounds }: SegmentsCase, seed: number) {
  if (form !== 'ranges') return {};
  return { maxWindowItems: bounds.reduce((sum, [begin, end]) => sum + end - begin, seed % 3) };
}

const EMPTY = 0xffffffff;

/** Rows of `maxK` slots. */
function recordedTopK(
  choice: TopK,
  options: object,
  keys: Uint8Array,
  segments: SegmentsCase,
  k: number,
  seed: number,
) {
  const { type } = choice;
  const kernels = recordedTuning(choice.tuning);
  const { bounds, itemCount } = segments;
  const maxK = Math.max(1, k);
  const want = wantedTopK(
    choice,
    keys,
    segments,
    bounds.map(() => maxK),
  );
  const values = Uint32Array.from({ length: itemCount }, (_, i) => (i * 2_654_435_761) >>> 0);
  const size = widthOf(type) / 8;
  const data = { type, options, maxK, kernels, segments, seed };
  return recordedSoakCall('top-k', bounds.length, data, async (device) => {
    const slots = maxK * bounds.length;
    const outputs = {
      keysOut: size * slots,
      valuesOut: 4 * slots,
      indicesOut: 4 * slots,
      countsOut: 4 * bounds.length,
    };
    const windows = windowsOf(segments, seed);
    const descriptor = { keyType: type, valueType: 'u32', ...options, maxK, ...windows, tuning: kernels };
    const what = { segments, inputs: { keysIn: keys, valuesIn: bytesOf(values) }, outputs };
    const found = await recordCall(device, createSegmentedTopK as never, descriptor, what, seed);
    const rows = want.flatMap((of, s) =>
      Array.from({ length: maxK }, (_, j) => (j < of.length ? of[j]! - bounds[s]![0] : EMPTY)),
    );
    const counts = Uint32Array.from(want, ({ length }) => length);
    const written = want.map(({ length }, s) => [s * maxK, s * maxK + length] as const);
    const slotsOf = (bytes: Uint8Array, each: number) => {
      const all = new Uint8Array(each * slots);
      for (const [s, of] of want.entries()) all.set(itemsAt(bytes, each, of), s * maxK * each);
      return all;
    };
    expectWritten('counts', found.countsOut!, bytesOf(counts), [[0, bounds.length]], 4);
    expectWritten('indices', found.indicesOut!, bytesOf(Uint32Array.from(rows)), [[0, slots]], 4);
    expectWritten('keys', found.keysOut!, slotsOf(keys, size), written, size);
    expectWritten('values', found.valuesOut!, slotsOf(bytesOf(values), 4), written, 4);
  });
}

const quantiles = fc.record({
  type: fc.constantFrom<KeyType>('u8', 'i16', 'u32', 'i32', 'f32', 'f64'),
  interpolation: fc.constantFrom('linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf'),
  nan: fc.constantFrom('propagate', 'omit'),
  count: fc.constantFrom(1, 3, 12),
  recorded: fc.boolean(),
  tuning: tunings,
});
type Quantile = typeof quantiles extends fc.Arbitrary<infer T> ? T : never;

/** Quantiles of one segment whose numbers ascend, by numpy's definition. */
function quantilesOf(sorted: readonly number[], list: readonly number[], { type, interpolation, nan }: Quantile) {
  const valid = sorted.filter((value) => !Number.isNaN(value));
  if (valid.length === 0) return list.map(() => (isBetween(interpolation) || type.startsWith('f') ? Number.NaN : 0));
  if (nan === 'propagate' && valid.length < sorted.length) return list.map(() => Number.NaN);
  return list.map((q) => numpyQuantile(valid, q, interpolation));
}

/** The sorted items of a segment by index. */
function sortedItems(type: KeyType, keys: Uint8Array, [begin, end]: SegmentsCase['bounds'][number]): number[] {
  const size = widthOf(type) / 8;
  const part = keys.subarray(begin * size, end * size);
  return Array.from(sortedIndices(type, part, [[0, end - begin]], { order: 'ascending' }), (i) => begin + i);
}

const isBetween = (interpolation: string) => interpolation === 'linear' || interpolation === 'midpoint';

function quantileCall(choice: Quantile, segments: SegmentsCase, list: readonly number[], seed: number): SoakCall {
  const { type, interpolation, nan, tuning, recorded } = choice;
  const { bounds, itemCount } = segments;
  const bytes = keyBytes(type, itemCount, new Random(seed));
  const keys = keysOf(type, bytes) as Float64Array;
  const sorted = bounds.map((one) => sortedItems(type, bytes, one));
  if (recorded) return recordedQuantile(choice, bytes, sorted, segments, list, seed);
  const want = sorted.flatMap((items) =>
    quantilesOf(
      items.map((i) => Number(keys[i])),
      list,
      choice,
    ),
  );
  const form = given(segments, seed);
  const indices = !isBetween(interpolation) && seed % 3 === 0;
  const places = sorted.flatMap((items) => {
    const numbers = items.filter((i) => !Number.isNaN(keys[i]));
    const none = numbers.length === 0 || (nan === 'propagate' && numbers.length < items.length);
    const at = Array.from(numbers, (_, place) => place);
    return list.map((q) => (none ? EMPTY : numbers[numpyQuantile(at, q, interpolation)]!));
  });
  return hostCall({
    ...{ name: 'segmentedQuantile', tuning, segments: bounds.length },
    options: { interpolation, nan, ...(indices ? { indices } : {}) },
    args: [keysOf(type, form.bytes(bytes, widthOf(type) / 8)), form.segments, list],
    check(result: never) {
      const values = indices ? (result as { values: Float64Array }).values : (result as Float64Array);
      expect(Array.from(values, Number)).toEqual(want);
      if (indices) expect([...(result as { indices: Uint32Array }).indices]).toEqual(places);
    },
  });
}

/** The keys at both sides of each position, and how many numbers there are. */
function recordedQuantile(
  { type, nan, tuning }: Quantile,
  bytes: Uint8Array,
  sorted: readonly number[][],
  segments: SegmentsCase,
  quantiles: readonly number[],
  seed: number,
): SoakCall {
  const kernels = recordedTuning(tuning);
  const { bounds } = segments;
  const size = widthOf(type) / 8;
  const isNanAt = (i: number) => isNan(type, bitsAt(type, bytes, i));
  return recordedSoakCall(
    'quantile',
    bounds.length,
    { type, nan, quantiles, kernels, segments, seed },
    async (device) => {
      const all = size * quantiles.length * bounds.length;
      const outputs = { keysLow: all, keysHigh: all, countsOut: 4 * bounds.length };
      const windows = windowsOf(segments, seed);
      const descriptor = { keyType: type, quantiles, nan, ...windows, tuning: kernels };
      const what = { segments, inputs: { keysIn: bytes }, outputs };
      const found = await recordCall(device, createSegmentedQuantile as never, descriptor, what, seed);
      const counts = new Uint32Array(found.countsOut!.found.slice().buffer);
      for (const [s, items] of sorted.entries()) {
        const numbers = items.filter((i) => !isNanAt(i));
        expect(counts[s], `count of segment ${s}`).toBe(numbers.length);
        if (numbers.length === 0 || (nan === 'propagate' && numbers.length < items.length)) continue;
        for (const [k, q] of quantiles.entries()) {
          const position = q * (numbers.length - 1);
          const at = (s * quantiles.length + k) * size;
          for (const [side, place] of [
            [found.keysLow!, Math.floor(position)],
            [found.keysHigh!, Math.ceil(position)],
          ] as const) {
            const want = itemsAt(bytes, size, [numbers[place]!]);
            expectBytes(`quantile ${q} of segment ${s}`, side.found.subarray(at, at + size), want);
          }
        }
      }
    },
  );
}

const fraction = fc.oneof(fc.constantFrom(0, 0.5, 1, 0.25, 1 / 3), fc.double({ min: 0, max: 1, noNaN: true }));

export const selectionRows: fc.Arbitrary<SoakRow> = fc.oneof(
  topKs.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc.tuple(windows, ks, seeds).map(([segments, k, seed]) => topKCall(choice, segments, k, seed)),
  })),
  quantiles.map((choice) => ({
    what: JSON.stringify(choice),
    calls: fc
      .tuple(windows, fc.array(fraction, { minLength: choice.count, maxLength: choice.count }), seeds)
      .map(([segments, list, seed]) => quantileCall(choice, segments, list, seed)),
  })),
);
