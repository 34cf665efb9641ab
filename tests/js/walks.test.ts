/** Operators that share a walk over the items have the results that each has alone. */
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';

/** Around a leaf, around windows of 2048 items, and of several. */
const LENGTHS = [0, 3, 16, 17, 63, 65, 0, 8191, 2047, 2048, 2049, 8192, 8193, 16_390, 5, 40, 2, 300, 20];
const OPS = ['argmin', 'mean', 'max', 'min', 'variance', 'argmax', 'mean'] as const;

const offsets = [0];
for (const length of LENGTHS) offsets.push(offsets.at(-1)! + length);
const last = (back: number) => offsets.at(-1 - back)!;

function itemsOf(Class: typeof Float32Array | typeof Int32Array | typeof Uint8Array) {
  const random = new Random(11);
  const items = new Class(last(0));
  for (let i = 0; i < items.length; i++) items[i] = (random.word() % 1000) - (Class === Uint8Array ? 0 : 500);
  if (!(items instanceof Float32Array)) return items;
  for (const at of [offsets[2]! + 7, last(6) + 5000, last(1) + 3]) items[at] = Number.NaN;
  items[last(2)] = Number.POSITIVE_INFINITY;
  // Sums that overflow, and zeros of both signs.
  items.set([3e38, 3e38], last(3));
  items.set([1, 3e38, 3e38], offsets[1]);
  items.set([0, -0], last(4));
  items.fill(0, last(5), last(5) + 5);
  items[last(5)] = -0;
  return items;
}

describe('operators that share a walk', () => {
  it('sums and means of f64', async () => {
    const items = Float64Array.from(itemsOf(Int32Array), (each) => each / 7);
    items[offsets[3]! + 2] = Number.NaN;
    const starts = offsets.slice(0, -1);
    const ends = offsets.slice(1);
    const gaps = { begin: starts, end: ends.map((end, s) => (end > starts[s]! + 2 ? end - 1 : end)) };
    const reversed = { begin: [...starts].reverse(), end: [...ends].reverse() };
    const bits = (of: readonly Float64Array[]) => of.map(({ buffer }) => [...new BigUint64Array(buffer)]);
    for (const segments of [gaps, reversed, offsets]) {
      const together = await segmentedReduce(null, items, segments, ['mean', 'sum']);
      const alone = [
        await segmentedReduce(null, items, segments, 'mean'),
        await segmentedReduce(null, items, segments, 'sum'),
      ];
      expect(bits(together)).toEqual(bits(alone));
    }
    const together = await segmentedReduce(null, items, offsets, ['mean', 'sum']);
    const [means, sums] = together;
    expect(sums[1]! / 3).toBe(means[1]);
    expect(means[0]).toBeNaN();
  });

  it.each([Float32Array, Int32Array, Uint8Array])('%o', async (Class) => {
    const items = itemsOf(Class);
    const starts = offsets.slice(0, -1);
    for (const begin of [starts, [...starts].reverse()]) {
      const end = begin.map((from) => offsets[offsets.lastIndexOf(from) + 1] ?? from);
      const segments = { begin, end };
      const [least, means, max, min, variances, largest, again] = await segmentedReduce(null, items, segments, OPS);
      expect(again).toEqual(means);
      const alone = (op: (typeof OPS)[number]) => segmentedReduce(null, items, segments, op);
      const wanted = await Promise.all([...new Set(OPS)].map(alone));
      expect([least, means, max, min, variances, largest]).toEqual(wanted);
      for (const [s, from] of begin.entries()) {
        const own = Array.from(items.subarray(from, end[s]!));
        const isHuge = own.some((each) => Math.abs(each) > 1e30);
        const mean = isHuge ? Number.POSITIVE_INFINITY : own.reduce((all, each) => all + each, 0) / own.length;
        const variance = own.reduce((all, each) => all + (each - mean) ** 2, 0) / own.length;
        if (Number.isNaN(mean)) expect([means[s], variances[s]]).toEqual([Number.NaN, Number.NaN]);
        else expect(means[s]).toBeCloseTo(mean, 3);
        if (variance >= 0 && !isHuge) expect(Math.abs(variances[s]! - variance)).toBeLessThanOrEqual(1e-5 * variance);
      }
    }
  });

  it.each(['mean', 'variance'] as const)('%s alone, of empty segments and beside a sum that overflows', async (op) => {
    for (const length of [3, 40]) {
      const huge = Array.from({ length }, () => 3e38);
      const items = Float32Array.from([1, 3, ...huge, 5, 9]);
      const [first, , none, long, after] = await segmentedReduce(null, items, [0, 2, 2, 2, 2 + length, 4 + length], op);
      expect([first, none, after]).toEqual(op === 'mean' ? [2, Number.NaN, 7] : [1, Number.NaN, 4]);
      expect(long).toBe(op === 'mean' ? Number.POSITIVE_INFINITY : 0);
    }
  });

  it('a mean alone is infinite where the sum in f32 is on the way', async () => {
    const items = Float32Array.of(1, 3e38, 3e38, -3e38, -3e38);
    expect([...(await segmentedReduce(null, items, [0, 5], 'mean'))]).toEqual([Number.POSITIVE_INFINITY]);
  });
});
