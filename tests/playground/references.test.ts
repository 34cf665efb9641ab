/**
 * The references of the playground: what the library gives agrees with them, wrong results do not. The library is
 * `webgpu-segmented/js`, which has the bits of the GPU.
 */
import { describe, expect, it } from 'vitest';
import { CompensatedSum, compensatedMoments } from '../../bench/compensated.mjs';
import { expected, fault } from '../../bench/operations.mjs';
import type { Column, Workload } from '../../playground/src/columns.ts';
import { emptyItems, type Items } from '../../playground/src/items.ts';
import { difference } from '../../playground/src/plain/check.ts';
import { plainResults, reference } from '../../playground/src/plain/results.ts';
import { DEFAULTS, type Settings } from '../../playground/src/settings.ts';
import type { NumberType, ReduceOpName } from '../../src/index.ts';
import { segmentedQuantile, segmentedReduce, segmentedScan } from '../../src/js/index.ts';

type Case = Pick<Settings, 'type'> & Partial<Settings>;

/** What the page says of a column: nothing, or what is wrong. */
function verdict(given: Case, items: Items, offsets: number[], found: Column): string | undefined {
  const workload: Workload = {
    items,
    offsets: Uint32Array.from(offsets),
    names: undefined,
    grouped: undefined,
    own: undefined,
  };
  const settings: Settings = { ...DEFAULTS, ...given };
  const [wanted] = plainResults(settings, workload).map((column) => reference(settings, workload, column));
  return difference(found, wanted as Column, workload);
}

async function reduced(type: NumberType, op: ReduceOpName, items: Items, offsets: number[]): Promise<Column> {
  const result = await segmentedReduce(null, items as Float64Array, Uint32Array.from(offsets), op);
  const array = result as unknown as Items;
  const typed = array instanceof Float64Array ? 'f64' : array instanceof Float32Array ? 'f32' : type;
  return { name: op, type: typed, per: 'segment', array };
}

const reduceVerdict = async (type: NumberType, op: ReduceOpName, items: Items, offsets = [0, items.length]) =>
  verdict({ type, operation: 'reduce', operators: op }, items, offsets, await reduced(type, op, items, offsets));

/** The same with another result of the first segment. */
async function verdictOf(type: NumberType, op: ReduceOpName, items: Items, value: number): Promise<string | undefined> {
  const column = await reduced(type, op, items, [0, items.length]);
  const array = emptyItems(column.type, 1);
  array[0] = value;
  return verdict({ type, operation: 'reduce', operators: op }, items, [0, items.length], { ...column, array });
}

/** Amounts in cents, as sales have them. */
function amounts(count: number, seed: number): Float64Array<ArrayBuffer> {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.round((state / 2 ** 32) * 1e5) / 100;
  });
}

describe('ends and truths', () => {
  const items = {
    f32: Float32Array.of(0, -0, 3, Number.NaN, 0, 5, -7),
    i64: BigInt64Array.of(0n, 0n, 3n, 4n, 0n, 5n, -7n),
  };

  it.each(['first', 'last', 'any', 'all'] as const)('%s is right', async (op) => {
    for (const type of ['f32', 'i64'] as const) {
      expect(await reduceVerdict(type, op, items[type], [0, 2, 2, 5, 7])).toBeUndefined();
    }
  });
});

describe('a sum of many amounts, which plain additions round', () => {
  const sales = amounts(200_000, 1);
  const offsets = [0, 100_000, 199_000, 200_000];

  it.each(['sum', 'mean', 'variance', 'std'] as const)('%s is right', async (op) => {
    expect(await reduceVerdict('f64', op, sales, offsets)).toBeUndefined();
  });

  it('a running sum is right', async () => {
    const array = await segmentedScan(null, sales, Uint32Array.from(offsets), 'sum');
    const found: Column = { name: 'sum', type: 'f64', per: 'item', array };
    expect(verdict({ type: 'f64', operation: 'scan', operator: 'sum' }, sales, offsets, found)).toBeUndefined();
    const wrong = { ...found, array: array.with(150_000, (array[150_000] as number) + 0.001) };
    expect(verdict({ type: 'f64', operation: 'scan', operator: 'sum' }, sales, offsets, wrong)).toMatch(/^sum of item/);
  });

  it('plain additions are further from it than the tree may be', () => {
    const tenths = new Float64Array(2 ** 20).fill(0.1);
    const exact = new CompensatedSum();
    let naive = 0;
    for (const value of tenths) {
      naive += value;
      exact.add(value);
    }
    expect(exact.value).toBe(104857.6);
    expect(Math.abs(naive - exact.value)).toBeGreaterThan(2 ** -51 * 41 * exact.value);
  });

  it('the library is right where plain additions are not', async () => {
    expect(await reduceVerdict('f64', 'sum', new Float64Array(2 ** 20).fill(0.1))).toBeUndefined();
  });

  it('another digit is wrong', async () => {
    const exact = new CompensatedSum();
    for (const value of sales) exact.add(value);
    expect(await verdictOf('f64', 'sum', sales, exact.value)).toBeUndefined();
    expect(await verdictOf('f64', 'sum', sales, exact.value + 0.01)).toMatch(/^sum of segment 0/);
  });
});

describe('infinities, NaNs and overflow', () => {
  const big = Float64Array.of(1e300, 2e300, 3e300);

  it.each([
    ['f64', 'sum', Float64Array.of(Infinity, 1), Infinity, 1],
    ['f64', 'sum', Float64Array.of(Infinity, -Infinity), NaN, 0],
    ['f64', 'sum', Float64Array.of(1, NaN), NaN, 1],
    ['f64', 'mean', Float64Array.of(Infinity, 10), Infinity, NaN],
    ['f64', 'variance', Float64Array.of(Infinity, 10), NaN, Infinity],
    ['f64', 'variance', Float64Array.of(1, NaN), NaN, 0],
    ['f64', 'variance', Float64Array.of(1e300, 1e300), 0, 1],
    ['f64', 'product', Float64Array.of(Infinity, 0), NaN, 0],
    ['f64', 'product', Float64Array.of(-2, Infinity), -Infinity, Infinity],
    ['f64', 'product', Float64Array.of(-2, 3, 0.5), -3, 3],
  ] as const)('%s: %s of %o', async (type, op, items, right, wrong) => {
    expect(await verdictOf(type, op, items, right)).toBeUndefined();
    expect(await verdictOf(type, op, items, wrong)).toMatch(/^\w+ of segment 0/);
  });

  it('any number is right where the squares of finite items leave the range', async () => {
    for (const value of [NaN, Infinity]) expect(await verdictOf('f64', 'variance', big, value)).toBeUndefined();
    expect(await reduceVerdict('f64', 'variance', big)).toBeUndefined();
  });

  it('a product whose parts leave the range may be 0 or infinite', async () => {
    const parts = Float64Array.of(1e200, 1e200, 1e-200, 1e-200);
    for (const value of [Infinity, 1]) expect(await verdictOf('f64', 'product', parts, value)).toBeUndefined();
  });

  it('quantiles beside an infinity are those of numpy', async () => {
    const items = Float64Array.of(-Infinity, 1, 2, Infinity);
    const array = await segmentedQuantile(null, items, [0, 4], [0.1, 0.5, 0.9]);
    for (const [i, quantiles] of ['0.1', '0.5', '0.9'].entries()) {
      const found: Column = { name: '', type: 'f64', per: 'segment', array: array.slice(i, i + 1) };
      expect(verdict({ type: 'f64', operation: 'quantile', quantiles }, items, [0, 4], found)).toBeUndefined();
    }
  });
});

describe('variances', () => {
  it('of items far from 0 have a relative bound', async () => {
    const items = Float32Array.of(1e7, 1e7 + 1, 1e7 + 2);
    expect(await verdictOf('f32', 'variance', items, 2 / 3)).toBeUndefined();
    expect(await verdictOf('f32', 'variance', items, 1.0556)).toMatch('variance of segment 0');
    const counts = Uint32Array.of(1.7e9, 1.7e9 + 100);
    expect(await verdictOf('u32', 'variance', counts, 2500)).toBeUndefined();
    expect(await verdictOf('u32', 'variance', counts, 4096)).toMatch('variance of segment 0');
  });

  it('of 64-bit integers are exact beyond 2^53', async () => {
    const items = BigInt64Array.from({ length: 7 }, (_, i) => 2n ** 62n + BigInt(i));
    expect(await verdictOf('i64', 'variance', items, 4)).toBeUndefined();
    expect(await verdictOf('i64', 'variance', items, 4.001)).toMatch('variance of segment 0');
    expect(await verdictOf('i64', 'mean', BigInt64Array.of(2n ** 62n, -(2n ** 62n) + 1n), 0.5)).toBeUndefined();
    expect(await verdictOf('i64', 'mean', BigInt64Array.of(2n ** 62n, -(2n ** 62n) + 1n), 0)).toMatch('mean');
  });

  it('of equal items are 0', async () => {
    for (const type of ['f32', 'f64'] as const) {
      const items = (type === 'f32' ? new Float32Array(1000) : new Float64Array(1000)).fill(0.1);
      expect(await reduceVerdict(type, 'variance', items)).toBeUndefined();
    }
  });
});

describe('subnormal results of f32', () => {
  const items = Float32Array.of(1.2e-38, -1.18e-38);

  it('may be flushed to 0, and no more', async () => {
    for (const value of [0, 2e-40]) expect(await verdictOf('f32', 'sum', items, value)).toBeUndefined();
    expect(await verdictOf('f32', 'sum', items, 1e-37)).toMatch('sum of segment 0');
  });
});

describe('products', () => {
  it('of many factors are right to the last digits', async () => {
    const items = Float64Array.from(amounts(3001, 7), (value) => 1 + (value - 500) / 8000);
    expect(await reduceVerdict('f64', 'product', items)).toBeUndefined();
    // The exact product, by fractions of integers.
    const exact = items.reduce((product, item) => (product * BigInt(item * 2 ** 53)) >> 53n, 1n << 400n);
    const value = Number(exact >> 300n) / 2 ** 100;
    expect(await verdictOf('f64', 'product', items, value)).toBeUndefined();
    expect(await verdictOf('f64', 'product', items, value * (1 + 3e-12))).toMatch('product of segment 0');
  });
});

describe('the references of the benchmarks', () => {
  it('call a compensated sum right', () => {
    const keys = new Float32Array(2 ** 20).fill(0.1);
    const offsets = Uint32Array.of(0, keys.length);
    const want = expected({ kind: 'reduce', type: 'f32' } as never, keys, offsets);
    expect((want as { sums: Float64Array }).sums[0]).toBe(Math.fround(0.1) * 2 ** 20);
    expect(fault(want, { sums: Float32Array.of(104857.6) })).toBeUndefined();
    expect(fault(want, { sums: Float32Array.of(105891.84) })).toMatch('sum 0');
  });

  it('have moments whose digits an offset does not change', () => {
    const items = Float64Array.from({ length: 70_000 }, (_, i) => 1e9 + (i % 7));
    expect(compensatedMoments(items)).toEqual({ mean: 1e9 + 3, variance: 4 });
  });
});
