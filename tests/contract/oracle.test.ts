/** The oracle against known answers and against brute force: everything else is judged by it. */
import { describe, expect, it } from 'vitest';
import { covering, FLOAT_SPECIALS, fill, mixed, offsetsOf, Random, SORT_FACTORS, summable } from '../support/cases.ts';
import { expectElements, expectNearDoubleSums, segmentAt } from '../support/compare.ts';
import {
  canonicalSum,
  compareFloatWords,
  compareWords,
  coverage,
  doubleSum,
  gather,
  identityWord,
  type KeyType,
  orderFast,
  orderSlowly,
  reducedWords,
  sortedSources,
  viewAs,
  wordsOf,
} from '../support/oracle.ts';

const floats = (...words: number[]) => viewAs('f32', Uint32Array.from(words)) as Float32Array;

/** Four runs of the float order, written down by hand. */
const FLOAT_ORDER = [
  0xff800000, 0xff7fffff, 0xbf800000, 0x80800000, 0x807fffff, 0x80000001, 0x80000000, 0x00000000, 0x00000001,
  0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fa5a5a5, 0x7fc00000, 0x7fffffff,
  0xffffffff, 0xffc12345, 0xffc00000, 0xff800001,
];

describe('the order of floats', () => {
  it('is -inf … -0, +0 … +inf, +NaNs by rising payload, -NaNs by falling payload', () => {
    for (const [i, a] of FLOAT_ORDER.entries()) {
      for (const [j, b] of FLOAT_ORDER.entries()) {
        expect(Math.sign(compareFloatWords(a, b)), `${a.toString(16)} ? ${b.toString(16)}`).toBe(Math.sign(i - j));
      }
    }
  });

  it('covers every special float of the workloads', () => {
    expect([...FLOAT_SPECIALS].sort(compareFloatWords)).toEqual(FLOAT_ORDER);
  });

  it('is that of TypedArray.prototype.sort for numbers', () => {
    const random = new Random(1);
    const keys = fill('f32', 3000, random, (r) => r.word()).filter((x) => !Number.isNaN(x)) as Float32Array;
    const sources = sortedSources(keys, [0, keys.length], 'ascending');
    expect(gather(keys, sources)).toEqual(wordsOf(keys.slice().sort()));
  });
});

describe('the fast path', () => {
  it.each(['u32', 'i32', 'f32'] as const)('gives the same order of %s as the comparator', (type: KeyType) => {
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const words = wordsOf(fill(type, random.below(400), random, mixed));
      for (const order of ['ascending', 'descending'] as const) {
        expect(Array.from(orderFast(type, words, order))).toEqual(orderSlowly(type, words, order));
      }
    }
  });
});

describe('a sorted segment', () => {
  it('is ordered, stable, and a permutation; what is outside stays', () => {
    const random = new Random(7);
    const offsets = offsetsOf([0, 1, 5, 0, 200, 2], 3);
    const keys = fill('i32', 220, random, (r) => r.below(9) - 4);
    const words = wordsOf(keys);
    for (const order of ['ascending', 'descending'] as const) {
      const sources = sortedSources(keys, offsets, order);
      expect(Array.from(sources).sort((a, b) => a - b)).toEqual(Array.from(sources, (_, i) => i));
      const inside = coverage(keys.length, offsets);
      for (let i = 1; i < keys.length; i++) {
        if (!inside[i]) expect(sources[i]).toBe(i);
        if (segmentAt(offsets, i) !== segmentAt(offsets, i - 1) || !inside[i]) continue;
        expect(segmentAt(offsets, sources[i]!)).toBe(segmentAt(offsets, i));
        const step = compareWords('i32', words[sources[i - 1]!]!, words[sources[i]!]!);
        if (step === 0) expect(sources[i]).toBeGreaterThan(sources[i - 1]!);
        else expect(step < 0).toBe(order === 'ascending');
      }
    }
  });

  it('has known answers', () => {
    const keys = Uint32Array.of(9, 3, 1, 2, 2, 0, 7);
    expect(Array.from(gather(keys, sortedSources(keys, [1, 3, 3, 6], 'ascending')))).toEqual([9, 1, 3, 0, 2, 2, 7]);
    expect(Array.from(sortedSources(keys, [1, 3, 3, 6], 'descending'))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe('a reduced segment', () => {
  it('is the identity where it is empty', () => {
    const inf = Number.POSITIVE_INFINITY;
    expect(viewAs('f32', reducedWords(new Float32Array(0), [0, 0], 'min'))[0]).toBe(inf);
    expect(viewAs('f32', reducedWords(new Float32Array(0), [0, 0], 'max'))[0]).toBe(-inf);
    expect(viewAs('i32', reducedWords(new Int32Array(0), [0, 0], 'min'))[0]).toBe(2147483647);
    expect(viewAs('i32', reducedWords(new Int32Array(0), [0, 0], 'max'))[0]).toBe(-2147483648);
    expect(identityWord('u32', 'min')).toBe(4294967295);
    expect(identityWord('u32', 'max')).toBe(0);
    for (const type of ['u32', 'i32', 'f32'] as const) expect(identityWord(type, 'sum')).toBe(0);
  });

  it('wraps sums of integers', () => {
    expect(reducedWords(Uint32Array.of(0xffffffff, 2, 5), [0, 2, 3], 'sum')).toEqual(Uint32Array.of(1, 5));
    expect(viewAs('i32', reducedWords(Int32Array.of(2147483647, 1), [0, 2], 'sum'))[0]).toBe(-2147483648);
    expect(viewAs('i32', reducedWords(Int32Array.of(-5, 3), [0, 2], 'sum'))[0]).toBe(-2);
  });

  it('takes the first NaN with its bits, and the lower index of -0 and +0', () => {
    const values = floats(0x3f800000, 0xffc12345, 0x7f800001, 0x80000000, 0x00000000, 0x00000000, 0x80000000);
    for (const op of ['min', 'max'] as const) {
      const expected = Uint32Array.of(0xffc12345, 0x80000000, 0x00000000);
      expect(reducedWords(values, [0, 3, 5, 7], op)).toEqual(expected);
    }
  });

  it('compares signed and unsigned integers as such', () => {
    const words = Uint32Array.of(0xffffffff, 1, 0x80000000);
    expect(reducedWords(words, [0, 3], 'max')[0]).toBe(0xffffffff);
    expect(reducedWords(viewAs('i32', words), [0, 3], 'max')[0]).toBe(1);
    expect(reducedWords(viewAs('i32', words), [0, 3], 'min')[0]).toBe(0x80000000);
  });
});

describe('the canonical sum', () => {
  /** The tree written as a recursion over the length instead of level by level. */
  function recursive(values: Float32Array): number {
    if (values.length <= 16) return values.reduce((a, b) => Math.fround(a + b));
    let left = 16;
    while (left * 2 < values.length) left *= 2;
    return Math.fround(recursive(values.subarray(0, left)) + recursive(values.subarray(left)));
  }

  it('is the aligned pairwise tree over leaves of 16', () => {
    for (const length of [1, 2, 15, 16, 17, 31, 32, 33, 48, 49, 64, 65, 100, 255, 256, 257, 1000, 4097]) {
      const values = fill('f32', length, new Random(length), summable) as Float32Array;
      expect(canonicalSum(values, 0, length), `length ${length}`).toBe(recursive(values));
    }
  });

  it('depends on the combining order: other trees give other bits', () => {
    const values = fill('f32', 1000, new Random(3), summable) as Float32Array;
    expect(canonicalSum(values, 0, 1000)).not.toBe(values.reduce((a, b) => Math.fround(a + b)));
  });

  it('keeps a lone -0 and stays within the bound', () => {
    expect(Object.is(canonicalSum(Float32Array.of(-0, -0), 0, 2), -0)).toBe(true);
    const values = fill('f32', 20000, new Random(4), summable) as Float32Array;
    const offsets = [0, 0, 1, 17, 5000, 20000];
    const found = viewAs('f32', reducedWords(values, offsets, 'sum')) as Float32Array;
    expectNearDoubleSums(found, values, { what: 'sum', offsets });
    expect(doubleSum(values, 0, 20000).allowedError).toBeGreaterThan(0);
  });
});

describe('the comparison', () => {
  it('names segment, length, class, position and both words', () => {
    const where = {
      what: 'keys',
      offsets: [1, 1, 3, 6],
      classes: [{ name: 'small', minLength: 2, maxLength: 64 }],
      seed: 42,
    };
    const difference = () =>
      expectElements(Uint32Array.of(0, 1, 2, 3, 255, 5), Uint32Array.of(0, 1, 2, 3, 4, 5), where);
    expect(difference).toThrow(
      'keys: segment 2 of 3, length 3 (small), element 1 (position 4): found 0x000000ff, expected 0x00000004; ' +
        '1 of 6 differ; seed 42',
    );
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
