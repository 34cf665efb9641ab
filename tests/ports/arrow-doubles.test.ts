/** `webgpu-segmented/arrow`: columns of Float64 are reduced, scanned and grouped with the bits of plain JavaScript. */
import * as arrow from 'apache-arrow';
import { expect, it } from 'vitest';
import { groupBy, reduceList, scanList } from '../../src/arrow/index.ts';
import { segmentedReduce } from '../../src/index.ts';
import { inTurn, Random } from '../support/cases.ts';
import { joined, rangeOf, varianceOf } from '../support/moments64.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

type Row = (number | null)[] | null;

const doubles = new arrow.List(new arrow.Field('item', new arrow.Float64(), true));

/** Numbers that no f32 holds, subnormals, and numbers whose sum is infinite. Rows have at most one leaf of the tree. */
const random = new Random(44);
const someDouble = () =>
  (random.word() / 2 ** 31 - 1) * 10 ** random.pick([0, 0, 0, -20, 15, -310]) || Number.MAX_VALUE;
const ROWS: Row[] = [
  [0.1, null, 0.2, 0.3],
  null,
  [],
  [null, null],
  [-0, null, -0],
  [1e308, 1e308],
  [1, Number.NaN],
  [2 ** -1074, -(2 ** -1073)],
  ...Array.from({ length: 60 }, () =>
    Array.from({ length: random.below(17) }, () => (random.below(6) === 0 ? null : someDouble())),
  ),
];

/** Two chunks, of which one is a slice. */
function column(): arrow.Vector {
  const first = arrow.vectorFromArray([[1, 2], ...ROWS.slice(0, 9), [3]] as never[], doubles).slice(1, 10);
  return first.concat(arrow.vectorFromArray(ROWS.slice(9) as never[], doubles) as never);
}

/** The operator of each row's items that are not null. */
const eachRow = (of: (items: number[]) => number | null) =>
  ROWS.map((row) => row && of(row.filter((item) => item !== null)));

const sum = (items: number[]) => items.slice(1).reduce((a, b) => a + b, items[0] ?? 0);

const variance = (items: number[]) => varianceOf(items.map(rangeOf).reduce(joined));

/** Each operator, and what a row of one item or more gives. The kernel of a list takes seconds to compile. */
const LISTS: readonly (readonly (readonly ['sum' | 'product' | 'mean' | 'variance', (items: number[]) => number])[])[] =
  [
    [
      ['mean', (items) => sum(items) / items.length],
      ['product', (items) => items.reduce((a, b) => a * b, 1)],
    ],
    [
      ['sum', sum],
      ['variance', variance],
    ],
  ];

it.each(inTurn(LISTS.map((list) => [list.map(([op]) => op).join(', '), list] as const)))(
  '%s and count of Float64 have the bits of JavaScript',
  async (_, list) => {
    const found = await reduceList(device(), column(), [...list.map(([op]) => op), 'count']);
    expect(found.map((vector) => String(vector.type))).toEqual([...list.map(() => 'Float64'), 'Uint32']);
    const results = found.map((vector) => Array.from(vector as Iterable<number>));
    for (const [i, [op, of]] of list.entries()) {
      const ofNone = op === 'sum' || op === 'product' ? of([]) : null;
      expect(results[i], op).toEqual(eachRow((items) => (items.length ? of(items) : ofNone)));
    }
    expect(results[list.length]).toEqual(eachRow((items) => items.length));
  },
);

it('running sums of Float64 have the bits of JavaScript, and take an initial value', async () => {
  for (const initial of [undefined, 0.7]) {
    const found = await scanList(device(), column(), 'sum', initial === undefined ? {} : { initial });
    expect(String(found.type)).toBe(String(doubles));
    const rows = Array.from(found, (row) => row && Array.from(row as Iterable<number>, (item) => item ?? null));
    const running = ROWS.map((row) => {
      let total: number | undefined;
      return (row ?? undefined)?.map((item) => {
        if (item === null) return null;
        total = total === undefined ? item : total + item;
        // The initial value is combined with every sum.
        return initial === undefined ? total : initial + total;
      });
    });
    expect(rows).toEqual(running.map((row) => row ?? null));
  }
});

it('groups of a table give means and sums of a Float64 column', async () => {
  const count = 500;
  const ids = Int32Array.from({ length: count }, () => random.below(60));
  const prices = Float64Array.from({ length: count }, someDouble);
  const table = new arrow.Table({ id: arrow.makeVector(ids), price: arrow.makeVector(prices) });
  const { offsets, rows, keys } = await groupBy(device(), table, 'id');
  const values = table.getChild('price')!.toArray() as Float64Array<ArrayBuffer>;
  const [means, sums] = await segmentedReduce(device(), values, { offsets, rows }, ['mean', 'sum']);
  const lists = Array.from(keys.getChild('id') as arrow.Vector, (id) =>
    [...prices].filter((_, row) => ids[row] === id),
  );
  const short = lists.map((items) => items.length <= 16);
  expect(short.filter(Boolean).length).toBeGreaterThan(50);
  const ofShort = (all: ArrayLike<number>) => Array.from(all).filter((_, i) => short[i]);
  expect(ofShort(sums)).toEqual(ofShort(lists.map(sum)));
  expect(ofShort(means)).toEqual(ofShort(lists.map((items) => sum(items) / items.length)));
});
