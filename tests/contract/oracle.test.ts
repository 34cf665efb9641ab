/** The oracle against known answers, and against a second method. All other tests compare with this oracle. */
import { describe, expect, it } from 'vitest';
import { FLOAT_SPECIALS, fill, mixed, offsetsOf, Random, SORT_FACTORS, summable } from '../support/cases.ts';
import { bytesIn, expectItems, expectNearDoubleSums, expectPerSegment } from '../support/compare.ts';
import { covering } from '../support/covering.ts';
import { permutationOf } from '../support/sort-cases.ts';
import { keyBytes } from '../support/typed-cases.ts';
import { boundsOf, KEY_TYPES, narrowRankAt, rankAt, type TypedOrder, widthOf } from '../support/typed-oracle.ts';
import { canonicalSum, doubleSum, gather, wordsOf } from '../support/words.ts';

/** Four ranges of the order of floats, written by hand. */
const FLOAT_ORDER = [
  0xff800000, 0xff7fffff, 0xbf800000, 0x80800000, 0x807fffff, 0x80000001, 0x80000000, 0x00000000, 0x00000001,
  0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fa5a5a5, 0x7fc00000, 0x7fffffff,
  0xffffffff, 0xffc12345, 0xffc00000, 0xff800001,
];

describe('the order of floats', () => {
  it('is -inf … -0, +0 … +inf, +NaNs by rising payload, -NaNs by falling payload', () => {
    const bytes = bytesIn(Uint32Array.from(FLOAT_ORDER));
    const ranks = FLOAT_ORDER.map((_, i) => rankAt('f32', bytes, i, {}));
    for (const [i, rank] of ranks.entries()) if (i > 0) expect(rank > ranks[i - 1]!, `index ${i}`).toBe(true);
  });

  it('covers every special float of the workloads', () => {
    const positions = new Map(FLOAT_ORDER.map((word, i) => [word, i]));
    expect(Array.from(FLOAT_SPECIALS, (word) => positions.get(word)).sort((a, b) => a! - b!)).toEqual([
      ...FLOAT_ORDER.keys(),
    ]);
  });

  it('is that of TypedArray.prototype.sort for numbers', () => {
    const random = new Random(1);
    const keys = fill('f32', 3000, random, (r) => r.word()).filter((x) => !Number.isNaN(x)) as Float32Array;
    expect(gather(keys, permutationOf(keys, [0, keys.length], 'ascending'))).toEqual(wordsOf(keys.slice().sort()));
  });
});

describe('the fast ranks', () => {
  it.each(KEY_TYPES.filter((type) => widthOf(type) <= 32))('of %s are those by whole numbers', (type) => {
    const random = new Random(5);
    const width = widthOf(type);
    for (let round = 0; round < 40; round++) {
      const words = width === 32 && round % 2 === 0 ? bytesIn(fill('u32', 200, random, mixed)) : undefined;
      const bytes = words ?? keyBytes(type, 200, random);
      const beginBit = random.below(width);
      const part = { beginBit, endBit: random.between(beginBit, width) };
      const order: TypedOrder = { signedZero: random.pick(['distinct', 'equal'] as const), ...(round % 3 > 0 && part) };
      for (let i = 0; i < 200; i++)
        expect(BigInt(narrowRankAt(type, bytes, i, order))).toBe(rankAt(type, bytes, i, order));
    }
  });
});

describe('a sorted segment', () => {
  it('is ordered, stable, and a permutation; what is outside stays', () => {
    const random = new Random(7);
    const offsets = offsetsOf([0, 1, 5, 0, 200, 2], 3);
    const keys = fill('i32', 220, random, (r) => r.below(9) - 4);
    for (const order of ['ascending', 'descending'] as const) {
      const indices = permutationOf(keys, offsets, order);
      const outside = (i: number) => i < 3 || i >= offsets.at(-1)!;
      for (let i = 0; i < keys.length; i++) if (outside(i)) expect(indices[i]).toBe(i);
      for (const [begin, end] of boundsOf(offsets)) {
        const own = Array.from(indices.subarray(begin, end));
        expect(own.toSorted((a, b) => a - b)).toEqual(own.map((_, i) => begin + i));
        for (const [i, index] of own.entries()) {
          if (i === 0) continue;
          const step = keys[own[i - 1]!]! - keys[index]!;
          if (step === 0) expect(index).toBeGreaterThan(own[i - 1]!);
          else expect(step < 0).toBe(order === 'ascending');
        }
      }
    }
  });

  it('has known answers', () => {
    const keys = Uint32Array.of(9, 3, 1, 2, 2, 0, 7);
    expect(Array.from(gather(keys, permutationOf(keys, [1, 3, 3, 6], 'ascending')))).toEqual([9, 1, 3, 0, 2, 2, 7]);
    expect(Array.from(permutationOf(keys, [1, 3, 3, 6], 'descending'))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe('the canonical sum', () => {
  it('depends on the combining order: other trees give other bits', () => {
    const values = fill('f32', 1000, new Random(3), summable) as Float32Array;
    expect(canonicalSum(values, 0, 1000)).not.toBe(values.reduce((a, b) => Math.fround(a + b)));
  });

  it('keeps a single -0 and stays within the bound', () => {
    expect(Object.is(canonicalSum(Float32Array.of(-0, -0), 0, 2), -0)).toBe(true);
    const values = fill('f32', 20000, new Random(4), summable) as Float32Array;
    const offsets = [0, 0, 1, 17, 5000, 20000];
    const found = Float32Array.from(offsets.slice(1), (end, s) => canonicalSum(values, offsets[s]!, end));
    expectNearDoubleSums(found, values, { what: 'sum', offsets });
    expect(doubleSum(values, 0, 20000).allowedError).toBeGreaterThan(0);
  });
});

describe('the comparison', () => {
  const where = {
    what: 'keys',
    bounds: boundsOf([1, 1, 3, 6]),
    classes: [{ name: 'small', minLength: 2, maxLength: 64 }],
    seed: 42,
  };

  it('of a sort names segment, length, class, position and both items', () => {
    const found = bytesIn(Uint32Array.of(0, 1, 2, 3, 255, 5));
    const expected = bytesIn(Uint32Array.of(0, 1, 2, 3, 4, 5));
    expect(() => expectItems(found, found, 4, where)).not.toThrow();
    expect(() => expectItems(found, expected, 4, where)).toThrow(
      'keys: segment 2 of 3, length 3 (small), element 1 (position 4): found 0x000000ff, expected 0x00000004; ' +
        '1 of 6 differ; seed 42',
    );
    expect(() => expectItems(Uint8Array.of(1), Uint8Array.of(2), 1, where)).toThrow(
      'position 0, outside every segment',
    );
  });

  it('of a reduce names segment, length, class and both results', () => {
    const expected = Uint8Array.of(1, 2, 3);
    expect(() => expectPerSegment(expected, expected, 1, where)).not.toThrow();
    expect(() => expectPerSegment(Uint8Array.of(1, 2, 4), expected, 1, where)).toThrow(
      'keys: segment 2 of 3, length 3 (small): found 0x04, expected 0x03; 1 of 3 differ; seed 42',
    );
    expect(() => expectPerSegment(Uint8Array.of(1, 2), expected, 1, where)).toThrow('found nothing');
    expect(() => expectPerSegment(Uint8Array.of(1, 2, 3, 4), expected, 1, where)).toThrow('past the last segment');
  });
});

describe('the covering rows', () => {
  it.each([2, 3])('hold every combination of any %i factors', (strength) => {
    const rows = covering(SORT_FACTORS, strength);
    const names = Object.keys(SORT_FACTORS) as (keyof typeof SORT_FACTORS)[];
    for (const some of [names.slice(0, strength), names.slice(-strength)]) {
      const found = new Set(rows.map((row) => some.map((name) => row[name]).join()));
      expect(found.size).toBe(some.reduce((count, name) => count * SORT_FACTORS[name].length, 1));
    }
    expect(rows.length).toBeLessThan(strength === 2 ? 12 : 36);
  });
});
