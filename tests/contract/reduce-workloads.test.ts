/** The data of the tests of reduces: numbers that distinguish the operators, segments of every form, rows of a rule. */
import { describe, expect, it } from 'vitest';
import { Random } from '../support/cases.ts';
import { covering } from '../support/covering.ts';
import { initialOf, itemKind, REDUCE_FORMS, reduceItems, reduceSegments } from '../support/reduce-cases.ts';
import { Items } from '../support/reduce-items.ts';
import { allows, type Bounds, type Exact, OP_NAMES, reduced, takesInitial } from '../support/reduce-oracle.ts';
import { KEY_TYPES } from '../support/typed-oracle.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString('hex');

describe('the workloads', () => {
  it('hold numbers whose sums and products are finite and normal', () => {
    for (const type of ['f16', 'f32'] as const) {
      for (const op of ['sum', 'product'] as const) {
        const items = new Items(type, reduceItems(type, itemKind(type, [op]), 60_000, new Random(9)));
        const bounds: Bounds = [
          [0, 60_000],
          [1, 40_000],
          [50_000, 50_100],
        ];
        const { values } = reduced(op, items, bounds) as Exact;
        for (const result of new Float32Array(values.buffer)) {
          expect(Math.abs(result), `${op} of ${type}`).toBeGreaterThan(2 ** -100);
          expect(Math.abs(result), `${op} of ${type}`).toBeLessThan(2 ** 100);
        }
      }
    }
  });

  it('hold integers whose products, and, or keep bits of both values', () => {
    for (const type of KEY_TYPES.filter((name) => name[0] !== 'f')) {
      for (const op of ['product', 'and', 'or', 'xor'] as const) {
        const bounds: Bounds = Array.from({ length: 200 }, (_, i) => [i * 100, (i + 1) * 100]);
        const found = new Set<string>();
        for (const seed of [1, 2, 3]) {
          const items = new Items(type, reduceItems(type, itemKind(type, [op]), 20_000, new Random(seed)));
          const { values } = reduced(op, items, bounds) as Exact;
          const size = values.length / 200;
          for (let s = 0; s < 200; s++) found.add(hex(values.subarray(s * size, (s + 1) * size)));
        }
        expect(found.size, `${op} of ${type}`).toBeGreaterThan(6);
      }
    }
  });

  it('have minima and maxima anywhere in a segment, NaNs here and there', () => {
    for (const type of KEY_TYPES) {
      const items = new Items(type, reduceItems(type, 'any', 60_000, new Random(11)));
      const bounds: Bounds = Array.from({ length: 60 }, (_, i) => [i * 1000, (i + 1) * 1000]);
      for (const op of ['argmin', 'argmax'] as const) {
        const { indices } = reduced(op, items, bounds) as Exact;
        expect(new Set(indices).size, `${op} of ${type}`).toBeGreaterThan(10);
        expect(Math.max(...indices!), `${op} of ${type}`).toBeGreaterThan(100);
      }
      if (type[0] !== 'f') continue;
      const nans = bounds.filter(([begin, end]) => items.numbers.subarray(begin, end).some(Number.isNaN)).length;
      expect(nans, type).toBeGreaterThan(0);
      expect(nans, type).toBeLessThan(50);
    }
  });

  it('have segments that lie in the items, and overlap where they are to', () => {
    for (const form of REDUCE_FORMS) {
      const { bounds, itemCount } = reduceSegments(form, [0, 5, 700, 700, 33], new Random(3));
      for (const [begin, end] of bounds) expect(begin >= 0 && begin <= end && end <= itemCount).toBe(true);
      const overlap = bounds.some(([a, b], i) => bounds.some(([c, d], j) => i < j && Math.max(a, c) < Math.min(b, d)));
      expect(overlap, form).toBe(form === 'overlapping');
    }
  });

  it('give initial values that the type holds', () => {
    const random = new Random(5);
    for (let i = 0; i < 200; i++) {
      expect([0, 1, 85, 5, 252, 255]).toContain(initialOf('u8', 'sum', random));
      expect(typeof initialOf('i64', 'xor', random)).toBe('bigint');
      expect(initialOf('u32', 'argmin', random)).toBeUndefined();
      expect(initialOf('f64', 'xor', random)).toBeUndefined();
    }
  });
});

describe('a rule', () => {
  it.each([2, 3])('keeps out the rows that break it, and no other combination of %i factors', (strength) => {
    const factors = { type: KEY_TYPES, op: OP_NAMES, initial: [false, true], call: ['host', 'encode'] } as const;
    const rows = covering(factors, strength, ({ type, op, initial }) => {
      if (type && op && !allows(type, op)) return false;
      return !initial || !op || takesInitial(op);
    });
    const found = new Set(
      rows.map(({ type, op, initial }) => (strength === 2 ? [type, op] : [type, op, initial]).join()),
    );
    const expected = KEY_TYPES.flatMap((type) => {
      const ops = OP_NAMES.filter((op) => allows(type, op));
      if (strength === 2) return ops.map((op) => `${type},${op}`);
      return ops.flatMap((op) => [`${type},${op},false`, ...(takesInitial(op) ? [`${type},${op},true`] : [])]);
    });
    expect([...found].sort()).toEqual(expected.sort());
  });
});
