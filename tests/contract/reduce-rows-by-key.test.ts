/** reduceByKey of rows: each group's columns by their definition, on a GPU and without one; and wrong input by name. */
import { describe, expect, it } from 'vitest';
import { groupBy, reduceByKey, segmentedReduce } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { Random, SEED } from '../support/cases.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(SEED);
type Call = (...all: unknown[]) => Promise<{ keys: Int32Array; result: unknown }>;
const CALLS: readonly (readonly [string, Call])[] = [
  ['on a GPU', reduceByKey as unknown as Call],
  ['without a GPU', js.reduceByKey as unknown as Call],
];

const ROWS = 700;
const WIDTH = 5;
const ids = Int32Array.from({ length: ROWS }, () => random.below(23) - 4);
const data = Float32Array.from({ length: ROWS * WIDTH }, () => (random.below(2 ** 24) - 2 ** 23) / 2 ** 19);
const values = { type: 'f32', width: WIDTH, data } as const;

/** The documented tree: leaves of 16 terms in order, then pairs of neighbours. */
function treeSum(terms: readonly number[]): number {
  let level: number[] = [];
  for (let first = 0; first < terms.length; first += 16) {
    level.push(terms.slice(first, first + 16).reduce((sum, term) => Math.fround(sum + term)));
  }
  while (level.length > 1) {
    level = level.flatMap((left, i) => {
      if (i % 2 === 1) return [];
      const right = level[i + 1];
      return [right === undefined ? left : Math.fround(left + right)];
    });
  }
  return level[0] ?? 0;
}

/** The numbers of each group's columns, in the order of rows. */
function termsOf(keys: readonly number[]): number[][] {
  return keys.flatMap((key) =>
    Array.from({ length: WIDTH }, (_, column) =>
      [...ids].flatMap((id, row) => (id === key ? [data[row * WIDTH + column] as number] : [])),
    ),
  );
}

const dataOf = (result: unknown) => [...((result as { data?: Float32Array }).data ?? (result as Float32Array))];

describe.each(CALLS)('reduceByKey of rows %s', (_, call) => {
  it.each([{}, { tuning: { maxBindingBytes: 4096 } }, { groups: 30 }])(
    'by distinct and numbered ids: %o',
    async (how) => {
      const done: { done: number; total: number }[] = [];
      const onProgress = (report: { done: number; total: number }) => done.push(report);
      const { keys, result } = await call(device(), ids, values, ['sum', 'max', 'argmin', 'count'], {
        ...how,
        onProgress,
      });
      const wanted =
        'groups' in how ? Array.from({ length: 30 }, (_, i) => i) : [...new Set(ids)].sort((a, b) => a - b);
      expect([...keys]).toEqual(wanted);
      const terms = termsOf(wanted);
      const [sum, max, argmin, count] = result as [unknown, unknown, { indices: Uint32Array }, unknown];
      expect(dataOf(sum)).toEqual(terms.map(treeSum));
      expect(dataOf(max)).toEqual(terms.map((all) => Math.max(...all)));
      expect(dataOf(count)).toEqual(terms.map(({ length }) => length));
      expect([...argmin.indices]).toEqual(
        terms.map((all) => (all.length === 0 ? 0xffffffff : all.indexOf(Math.min(...all)))),
      );
      expect(done.at(-1)?.done).toBe(done.at(-1)?.total);
    },
  );

  it('takes ids in order, no rows, and a start value', async () => {
    const sorted = Int32Array.of(1, 1, 4);
    const three = { type: 'i32', width: 2, data: Int32Array.of(1, 2, 3, 4, 5, 6) } as const;
    const found = await call(device(), sorted, three, 'sum', { sorted: true, initial: 10 });
    expect([...found.keys]).toEqual([1, 4]);
    expect(found.result).toEqual({ ...three, data: Int32Array.of(14, 16, 15, 16) });
    const none = await call(device(), new Int32Array(0), { ...three, data: new Int32Array(0) }, 'sum');
    expect([none.keys.length, dataOf(none.result)]).toEqual([0, []]);
  });

  it('refuses wrong input by name', async () => {
    const refused = (given: object, op: unknown, code: string, ...parts: string[]) =>
      expectRefusal(() => call(device(), ids, { ...values, ...given }, op), code, parts);
    await refused({ data: data.subarray(5) }, 'sum', 'length-mismatch', 'values', '699 rows', '700, one per id');
    await refused({ width: 3 }, 'sum', 'length-mismatch', 'values.data', '3500 elements');
    await refused({ width: 0 }, 'sum', 'invalid-option', 'values.width');
    await refused({ type: 'u16', data: new Uint16Array(ROWS * WIDTH) }, 'sum', 'unsupported-type', 'u16');
    await refused({}, { wgsl: 'return a + b;', identity: 0, type: 'f32' }, 'invalid-option', 'custom');
  });
});

it('gives what groupBy and segmentedReduce give, of means and variances too', async () => {
  const { keys, offsets, rows } = await groupBy(device(), ids);
  const result = await segmentedReduce(device(), values, { offsets, rows }, ['mean', 'variance']);
  expect(await reduceByKey(device(), ids, values, ['mean', 'variance'])).toEqual({ keys, result });
});
