/** Sums of rows in segments of few rows, which are computed without branches: the bits of additions from left to right. */
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/js/index.ts';
import { Random, SEED } from '../support/cases.ts';

const random = new Random(SEED);
const { fround } = Math;
const SPECIAL = [0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 3e38, -3e38, 1e-40];

const number = () => (random.below(9) === 0 ? SPECIAL[random.below(SPECIAL.length)]! : random.below(2000) / 7 - 100);

/** Sums by one addition after another: right for segments of up to a leaf. */
function sumsOf(x: Float32Array, width: number, offsets: Uint32Array, rows?: Uint32Array, weights?: Float32Array) {
  const sums = new Float32Array((offsets.length - 1) * width);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let k = 0; k < width; k++) {
      let sum: number | undefined;
      for (let i = offsets[s]!; i < offsets[s + 1]!; i++) {
        const term = fround(x[(rows ? rows[i]! : i) * width + k]! * (weights ? weights[i]! : 1));
        sum = sum === undefined ? term : fround(sum + term);
      }
      sums[s * width + k] = sum ?? 0;
    }
  }
  // NaNs have one form.
  return new Uint32Array(sums.map((sum) => (Number.isNaN(sum) ? Number.NaN : sum)).buffer);
}

/** Segments of `least` to `most` rows up to the last row, one of `long` rows among them. */
function offsetsOf(count: number, least: number, most: number, long: number): Uint32Array {
  const offsets = [0];
  while (offsets.at(-1)! < count) {
    const length = offsets.length === 40 ? long : least + random.below(most - least + 1);
    offsets.push(Math.min(count, offsets.at(-1)! + length));
  }
  return Uint32Array.from(offsets);
}

describe('sums of few rows', () => {
  const lengths = [
    [0, 3, 2],
    [1, 2, 16],
    [0, 4, 11],
    [0, 5, 5],
    [5, 16, 9],
  ] as const;
  it.each(lengths)('segments of %i to %i rows, and one of %i', async (least, most, long) => {
    for (const width of [1, 2, 3, 4, 5, 8, 9]) {
      for (const count of [203, 3, 5]) {
        const x = Float32Array.from({ length: count * width }, number);
        const offsets = offsetsOf(count, least, most, long);
        const rows = Uint32Array.from({ length: count }, () => random.below(count));
        const weights = Float32Array.from({ length: count }, number);
        const data = { type: 'f32', width, data: x } as const;
        const bits = async (of: Promise<unknown>) => new Uint32Array(((await of) as typeof data).data.buffer);
        const title = `${width} columns, ${count} rows`;
        const plain = await bits(segmentedReduce(null, data, offsets, 'sum'));
        expect(plain, title).toEqual(sumsOf(x, width, offsets));
        const gathered = await bits(segmentedReduce(null, data, { offsets, rows }, 'sum'));
        expect(gathered, `${title}, gathered`).toEqual(sumsOf(x, width, offsets, rows));
        const weighted = await bits(segmentedReduce(null, data, offsets, 'sum', { weights }));
        expect(weighted, `${title}, weighted`).toEqual(sumsOf(x, width, offsets, undefined, weights));
        const both = await bits(segmentedReduce(null, data, { offsets, rows }, 'sum', { weights }));
        expect(both, `${title}, gathered and weighted`).toEqual(sumsOf(x, width, offsets, rows, weights));
      }
    }
  });

  it('long segments among them, by the tree of a column alone', async () => {
    const width = 3;
    const offsets = offsetsOf(5000, 0, 3, 400);
    const x = Float32Array.from({ length: 5000 * width }, () => random.below(2000) / 7 - 100);
    const found = await segmentedReduce(null, { type: 'f32', width, data: x }, offsets, 'sum');
    for (let k = 0; k < width; k++) {
      const column = x.filter((_, i) => i % width === k);
      const sums = await segmentedReduce(null, column, offsets, 'sum');
      expect((found as { data: Float32Array }).data.filter((_, i) => i % width === k)).toEqual(sums);
    }
  });

  it('means and extremes of segments without rows', async () => {
    const offsets = Uint32Array.of(0, 0, 1, 1, 1, 3, 3);
    const data = { type: 'f32', width: 3, data: Float32Array.from({ length: 9 }, (_, i) => i) } as const;
    const [mean, max] = await segmentedReduce(null, data, offsets, ['mean', 'max']);
    const [none, least] = [Array(3).fill(Number.NaN), Array(3).fill(Number.NEGATIVE_INFINITY)];
    expect([...mean]).toEqual([...none, 0, 1, 2, ...none, ...none, 4.5, 5.5, 6.5, ...none]);
    expect(new Uint32Array(mean.buffer)[0]).toBe(0x7fc00000);
    expect([...max.data]).toEqual([...least, 0, 1, 2, ...least, ...least, 6, 7, 8, ...least]);
  });
});
