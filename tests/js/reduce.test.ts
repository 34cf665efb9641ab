/** Reduces without a GPU agree with the oracle of all reduces. */
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/js/index.ts';
import { Random, rowsOf, SEED } from '../support/cases.ts';
import { reduceSegments } from '../support/reduce-cases.ts';
import { checkReduceJs } from '../support/reduce-check.ts';
import { drawnReduce, REDUCE_CALL_FACTORS, type ReduceCase, reduceCaseName } from '../support/reduce-expectation.ts';
import type { InputType } from '../support/reduce-items.ts';
import { allows, OP_NAMES, takesInitial, treeFold } from '../support/reduce-oracle.ts';
import { KEY_TYPES } from '../support/typed-oracle.ts';

/** Leaves of 16, and trees with and without a right neighbour at each level. */
const LENGTHS = [0, 0, 1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 100, 255, 256, 257, 1000, 4096, 5000];

const CASE = { call: 'host', countOnGpu: false, family: 'software', subgroups: false } as const;

async function check(row: ReduceCase, form: (typeof REDUCE_CALL_FACTORS)['form'][number], seed: number) {
  const segments = reduceSegments(form, LENGTHS, new Random(seed));
  await checkReduceJs(row, segments, drawnReduce(row, segments, seed));
}

describe('a reduce without a GPU', () => {
  const factors = { type: KEY_TYPES, op: OP_NAMES, form: REDUCE_CALL_FACTORS.form, initial: [false, true] } as const;
  const rows = rowsOf(factors, 18, ({ type, op, initial }) => {
    if (type !== undefined && op !== undefined && !allows(type, op)) return false;
    return !initial || op === undefined || takesInitial(op);
  });
  for (const [i, { type, op, form, initial }] of rows.entries()) {
    const seed = (SEED + i) >>> 0;
    const row: ReduceCase = { ...CASE, type, ops: [op], list: i % 8 === 7, initial, accuracy: 'pairwise' };
    it(`${reduceCaseName(row)}, ${form}, seed ${seed}`, () => check(row, form, seed));
  }

  it.each(['f32', 'f16', 'i16', 'u64', 'vec3<u32>'] as const)('a list of operators on %s', async (type: InputType) => {
    const ops = OP_NAMES.filter((op) => allows(type, op));
    for (const initial of [false, true]) {
      const row: ReduceCase = { ...CASE, type, ops, list: true, initial, accuracy: 'pairwise' };
      await check(row, 'offsets', 3);
    }
  });

  it.each(['f32', 'f16'] as const)('compensated sums of %s', async (type) => {
    for (const initial of [false, true]) {
      const row: ReduceCase = { ...CASE, type, ops: ['sum'], list: false, initial, accuracy: 'compensated' };
      await check(row, 'ranges', 4);
    }
  });

  it('doubles: sums and products by the tree of all folds, means and variances', async () => {
    const random = new Random(9);
    const numbers = Float64Array.from({ length: 1000 }, () => random.word() / 2 ** 31 - 1 + random.word() * 2 ** -60);
    const offsets = [0, 1, 17, 17, 60, 1000];
    const [sums, products, means, variances] = await segmentedReduce(null, numbers, offsets, [
      'sum',
      'product',
      'mean',
      'variance',
    ]);
    for (let s = 0; s + 1 < offsets.length; s++) {
      const [begin, end] = [offsets[s]!, offsets[s + 1]!];
      if (begin === end) {
        const bits = [means, variances].map((array) => new BigUint64Array(array.buffer)[s]);
        expect([sums[s], products[s], ...bits]).toEqual([0, 1, 0x7ff8000000000000n, 0x7ff8000000000000n]);
        continue;
      }
      const exact = numbers.slice(begin, end);
      expect(sums[s]).toBe(treeFold(numbers, begin, end, (a, b) => a + b));
      expect(products[s]).toBe(treeFold(numbers, begin, end, (a, b) => a * b));
      const mean = exact.reduce((a, b) => a + b) / exact.length;
      expect(means[s]).toBeCloseTo(mean, 12);
      expect(variances[s]).toBeCloseTo(exact.reduce((a, b) => a + (b - mean) ** 2, 0) / exact.length, 12);
    }
    const [nan] = await segmentedReduce(
      null,
      new Float64Array(new BigUint64Array([0xfff0000000000001n]).buffer),
      [0, 1],
      ['sum'],
    );
    expect(new BigUint64Array(nan.buffer)[0]).toBe(0x7ff8000000000000n);
  });

  it('argmin and argmax of empty segments', async () => {
    const given = { whenEmpty: { value: 5, index: 9 } };
    const { values, indices } = await segmentedReduce(null, Int32Array.of(3, -1), [0, 0, 2], 'argmin', given);
    expect([[...values], [...indices]]).toEqual([
      [5, -1],
      [9, 1],
    ]);
  });

  it.each([4, 200])('means of %d floats are infinite where their sums are', async (length) => {
    const huge = Float32Array.from({ length }, (_, i) => (i < length / 2 ? 3e38 : -3e38));
    const means = async (numbers: Float32Array) => [...(await segmentedReduce(null, numbers, [0, length], 'mean'))];
    // Leaves of 16: the first sums are infinite, and so are the last.
    const [sum] = await segmentedReduce(null, huge, [0, length], 'sum');
    expect(await means(huge)).toEqual([sum]);
    expect(Number.isFinite(sum)).toBe(false);
    expect(await means(huge.map((number) => number * 1e-38))).toEqual([0]);
  });

  it('sums of u64 with carries past 2^53', async () => {
    const words = new BigUint64Array(70_000).fill(0xfffffffffffffff0n);
    const sums = await segmentedReduce(null, words, [0, 70_000], 'sum');
    expect(sums[0]).toBe(BigInt.asUintN(64, 70_000n * 0xfffffffffffffff0n));
  });
});
