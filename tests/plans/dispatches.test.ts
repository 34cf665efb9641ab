/** The overhead of sorts, reduces and selections on GPUs: the number of dispatches, and the bytes of a sort's digit counters. */
import { describe, expect, it } from 'vitest';
import type { Traffic } from '../../src/plan/plan.ts';
import { COMPARE, FACTS, quantileOf, reduceOf, type SortChanges, sortOf, topKOf } from '../support/plans.ts';

const GPU = { ...FACTS, software: false, subgroupMinSize: 32, subgroupMaxSize: 32 };

describe('a sort of segments of any length on a GPU', () => {
  it.each([
    ['keys of one word', {}, 22],
    ['keys with values', { valueBytes: 4 }, 22],
    ['keys of two words', { keyType: 'u64' }, 36],
    ['a comparator', { compare: COMPARE }, 48],
  ] as readonly [string, SortChanges, number][])('records few dispatches: %s', (_, changes, most) => {
    expect(sortOf(GPU, changes).passes.length).toBeLessThanOrEqual(most);
  });

  it('moves at most 52 bytes a key of a large segment of many', () => {
    const maxItems = 2 ** 24;
    const plan = sortOf(GPU, { maxItems, maxSegments: 1 });
    const radix = plan.passes.filter(({ kernel }) => kernel.name.startsWith('sort/large'));
    const total = (name: 'item' | 'radixCounter') =>
      radix.reduce((sum, { traffic }) => sum + ((traffic as Traffic)[name] ?? 0), 0);
    const tile = Number(radix[0]?.kernel.constants?.TILE);
    expect(maxItems / tile).toBeGreaterThanOrEqual(512);
    expect(total('item') + (total('radixCounter') * 256) / tile).toBeLessThanOrEqual(52);
  });
});

describe("a sort on NVIDIA's GPUs", () => {
  const NVIDIA = { ...GPU, vendor: 'nvidia' };

  it.each([
    ['segments of any length', {}, 13],
    ['pairs, segments of any length', { valueBytes: 4 }, 16],
    ['keys of two words, segments of any length', { keyType: 'u64' }, 28],
    ['one segment', { maxItems: 2 ** 22, maxSegments: 1 }, 10],
    ['one segment, keys of two words', { keyType: 'u64', maxItems: 2 ** 22, maxSegments: 1 }, 14],
    ['segments of up to 128 items', { maxSegmentSize: 128 }, 2],
  ] as readonly [string, SortChanges, number][])('records few dispatches: %s', (_, changes, most) => {
    expect(sortOf(NVIDIA, changes).passes.length).toBeLessThanOrEqual(most);
  });
});

describe('a reduce on a GPU', () => {
  it('of segments by offsets, of any length, records two dispatches', () => {
    expect(reduceOf(GPU, { type: 'f32', op: 'sum' }).passes.length).toBe(2);
  });

  it('records one dispatch where no segment is longer than a merge tile', () => {
    expect(reduceOf(GPU, { type: 'f32', op: 'sum' }, { maxSegmentSize: 4096 }).passes.length).toBe(1);
  });
});

describe('a selection on a GPU, from one long segment', () => {
  const ROOM = { maxItems: 1 << 22, maxSegments: 1, tuning: { family: 'gpu' } } as const;

  it.each([
    ['u32', 9],
    ['u64', 9],
  ] as const)('of the first 100 of %s records %i dispatches', (keyType, dispatches) => {
    expect(topKOf(GPU, { keyType, maxK: 100, ...ROOM }).passes.length).toBe(dispatches);
  });

  it('of a median records 24 dispatches', () => {
    expect(quantileOf(GPU, { keyType: 'u32', quantiles: [0.5], ...ROOM }).passes.length).toBe(24);
  });
});

describe("a selection on NVIDIA's GPUs", () => {
  const NVIDIA = { ...GPU, vendor: 'nvidia' };
  const MANY = { maxItems: 1 << 22, maxSegments: 1 << 13, tuning: { family: 'gpu' } } as const;
  const ONE = { ...MANY, maxSegments: 1 };

  it.each([
    ['first items of many segments', topKOf(NVIDIA, { ...MANY, maxK: 10 }), 6],
    ['first items of one segment', topKOf(NVIDIA, { ...ONE, maxK: 100 }), 7],
    ['a median of many segments', quantileOf(NVIDIA, MANY), 15],
    ['a median of one segment', quantileOf(NVIDIA, ONE), 13],
  ] as const)('records few dispatches: %s', (_, plan, most) => {
    expect(plan.passes.length).toBeLessThanOrEqual(most);
  });

  it('appends to lists where one word orders large segments and their full tiles', () => {
    const names = (maxItems: number) =>
      quantileOf(NVIDIA, { ...MANY, maxItems, maxSegments: maxItems / 2 }).passes.map(({ kernel }) => kernel.name);
    expect(names(2 ** 26)).toContain('partition/append');
    expect(names(2 ** 31)).toContain('partition/scatter');
  });
});
