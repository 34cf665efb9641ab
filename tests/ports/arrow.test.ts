/** `webgpu-segmented/arrow`: list columns of any chunks, slices and nulls, against plain JavaScript on their values. */
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { argsortList, reduceList, sortList } from '../../src/arrow/index.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

type Item = number | bigint | null;
type Row = Item[] | null;

const listOf = (type: arrow.DataType) => new arrow.List(new arrow.Field('item', type, true));
const floats = listOf(new arrow.Float32());

/** A column's rows as plain arrays of numbers, dates as their numbers. */
function rowsOf(column: arrow.Vector): Row[] {
  return Array.from(column, (row) => row && Array.from(row as Iterable<Item>, (item) => item ?? null));
}

/** The rows without those that are null. */
const eachRow = (rows: Row[], change: (row: Item[]) => Item[]): Row[] => rows.map((row) => (row ? change(row) : null));

/** The library's order: numbers, then NaN, then nulls. */
function inOrder(a: Item, b: Item): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  if (a === b) return Object.is(a, b) ? 0 : Object.is(a, -0) ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Short rows with nulls of both kinds. The core's tests have long rows, whose kernels take seconds to compile. */
function someRows(count: number, longest: number, value: (i: number) => Item): Row[] {
  let state = 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () => {
    if (next(8) === 0) return null;
    return Array.from({ length: next(longest + 1) }, () => (next(6) === 0 ? null : value(next(1000))));
  });
}

const ROWS = someRows(200, 8, (i) => (i % 50 === 0 ? Number.NaN : i % 50 === 1 ? -0 : Math.fround((i - 500) / 7)));

/** The same column in three chunks, each a slice of a longer one, like those of record batches and filters. */
function cutUp(rows: Row[], type: arrow.List): arrow.Vector {
  const part = (from: number, to: number) => {
    const around = [[1, 2, 3], null, ...rows.slice(from, to), [9, 9], null];
    return arrow.vectorFromArray(around as never[], type).slice(2, 2 + to - from);
  };
  const third = Math.floor(rows.length / 3);
  return part(0, third).concat(part(third, 2 * third), part(2 * third, rows.length));
}

const FORMS: [string, () => arrow.Vector][] = [
  ['one chunk', () => arrow.vectorFromArray(ROWS as never[], floats)],
  ['chunks of sliced columns', () => cutUp(ROWS, floats)],
  [
    'a column read from a file',
    () => {
      const table = new arrow.Table({ lists: arrow.vectorFromArray(ROWS as never[], floats) });
      return arrow.tableFromIPC(arrow.tableToIPC(table)).getChild('lists') as arrow.Vector;
    },
  ],
  ['large lists', () => arrow.vectorFromArray(ROWS as never[], new arrow.LargeList(floats.children[0] as arrow.Field))],
];

describe.each(FORMS)('sorting %s', (_, column) => {
  it('sorts each list, nulls last, null rows null', async () => {
    const given = column();
    const sorted = await sortList(device(), given);
    expect(rowsOf(sorted)).toEqual(eachRow(ROWS, (row) => row.toSorted(inOrder)));
    expect(String(sorted.type)).toBe(String(given.type));
    expect(rowsOf(given), 'the input is not changed').toEqual(ROWS);
  });

  it('descends with nulls still last', async () => {
    const sorted = await sortList(device(), column(), { order: 'descending' });
    const nullsLast = (a: Item, b: Item) => (a === null || b === null ? inOrder(a, b) : inOrder(b, a));
    expect(rowsOf(sorted)).toEqual(eachRow(ROWS, (row) => row.toSorted(nullsLast)));
  });

  it('gives the index of each item, stable, with nulls counted', async () => {
    const order = await argsortList(device(), column());
    const expected = eachRow(ROWS, (row) => row.map((_, i) => i).sort((a, b) => inOrder(row[a]!, row[b]!) || a - b));
    expect(rowsOf(order)).toEqual(expected);
  });
});

describe('nulls first', () => {
  const rows: Row[] = [[2, null, 1, null], [null], [], null, [4, 3]];
  const column = arrow.vectorFromArray(rows as never[], floats);

  it('sorts them before all else, in either order', async () => {
    expect(rowsOf(await sortList(device(), column, { nulls: 'first' }))).toEqual([
      [null, null, 1, 2],
      [null],
      [],
      null,
      [3, 4],
    ]);
    const descending = await sortList(device(), column, { nulls: 'first', order: 'descending' });
    expect(rowsOf(descending)).toEqual([[null, null, 2, 1], [null], [], null, [4, 3]]);
  });

  it('keeps them in their order', async () => {
    const order = await argsortList(device(), column, { nulls: 'first' });
    expect(rowsOf(order)).toEqual([[1, 3, 2, 0], [0], [], null, [1, 0]]);
  });
});

describe('lists of fixed size', () => {
  const rows: Row[] = [[3, 1, 2], null, [null, 9, 8], [5, 4, 6], [7, null, null]];
  const type = new arrow.FixedSizeList(3, new arrow.Field('item', new arrow.Int32(), true));
  const column = () => arrow.vectorFromArray([[0, 0, 0], ...rows] as never[], type).slice(1);

  it('are sorted', async () => {
    const sorted = await sortList(device(), column());
    expect(rowsOf(sorted)).toEqual([[1, 2, 3], null, [8, 9, null], [4, 5, 6], [7, null, null]]);
    expect(String(sorted.type)).toBe(String(type));
  });

  it('are argsorted, the null ones too', async () => {
    const order = rowsOf(await argsortList(device(), column()));
    expect(order).toEqual([[1, 2, 0], null, [2, 1, 0], [1, 0, 2], [0, 1, 2]]);
  });

  it('are reduced', async () => {
    expect([...(await reduceList(device(), column(), 'sum'))]).toEqual([6, null, 17, 15, 7]);
  });
});

describe('lists of rows of features', () => {
  const features = new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Float32(), false));
  const lists = [
    [
      [1, 2],
      [3, -4],
    ],
    [],
    null,
    [null, [5, 6], null, [7, 0]],
    [null],
  ];
  const column = () => {
    const whole = arrow.vectorFromArray([[[9, 9]], ...lists, [[8, 8]]] as never[], listOf(features));
    return whole.slice(1, 4).concat(whole.slice(4, 6));
  };

  it('are reduced column by column, without null rows', async () => {
    const [sum, mean, most, count] = await reduceList(device(), column(), ['sum', 'mean', 'argmax', 'count']);
    expect(rowsOf(sum)).toEqual([[4, -2], [0, 0], null, [12, 6], [0, 0]]);
    expect(rowsOf(mean)).toEqual([[2, -1], null, null, [6, 3], null]);
    expect(rowsOf(most.values)).toEqual([[3, 2], null, null, [7, 6], null]);
    expect(rowsOf(most.indices)).toEqual([[1, 0], null, null, [3, 1], null]);
    expect(rowsOf(count)).toEqual([[2, 2], [0, 0], null, [2, 2], [0, 0]]);
    expect(String(sum.type)).toBe(String(features));
  });

  it('leave out the NaNs of each column, and have results where none is left', async () => {
    const { NaN: nan } = Number;
    const given = [[[nan, 2], null, [3, nan]], [], [[nan, nan]], [null, [nan, 1], [nan, 0], [5, nan]]];
    const own = arrow.vectorFromArray(given as never[], listOf(features));
    const whenEmpty = { value: 8, index: 1 };
    const one = await reduceList(device(), own, 'argmin', { nan: 'omit', whenEmpty });
    expect(rowsOf(one.values)).toEqual([
      [3, 2],
      [8, 8],
      [8, 8],
      [5, 0],
    ]);
    expect(rowsOf(one.indices)).toEqual([
      [2, 0],
      [1, 1],
      [1, 1],
      [3, 2],
    ]);
    const [most, count] = await reduceList(device(), own, ['argmax', 'count'], { nan: 'omit' });
    expect(rowsOf(most.indices)).toEqual([[2, 0], null, [2 ** 32 - 1, 2 ** 32 - 1], [3, 1]]);
    expect(rowsOf(count)).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
      [1, 2],
    ]);
  });

  it('are weighted: one weight a row, null or not', async () => {
    const weights = Float32Array.of(2, 0.5, 100, 3, 100, 1, 100);
    const sum = await reduceList(device(), column(), 'sum', { weights });
    expect(rowsOf(sum)).toEqual([[3.5, 2], [0, 0], null, [22, 18], [0, 0]]);
    const short = reduceList(device(), column(), 'sum', { weights: weights.subarray(1) });
    await expect(short).rejects.toThrow('weights: 6; allowed: 7, one for each of the rows of features');
  });

  it('may be null under a null list of fixed size, and have no result there', async () => {
    const numbers = new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Float32(), true));
    const type = new arrow.FixedSizeList(2, new arrow.Field('item', numbers, true));
    // [[1, 2], null], null, [[3, 4], [5, 6]]: as Arrow for C++ writes them, with nulls under a null list.
    const data = Float32Array.of(1, 2, 0, 0, 0, 0, 0, 0, 3, 4, 5, 6);
    const child = arrow.makeData({ type: new arrow.Float32(), data, nullCount: 6, nullBitmap: Uint8Array.of(3, 15) });
    const inner = { type: numbers, length: 6, child, nullCount: 1, nullBitmap: Uint8Array.of(0b111101) };
    const lists = { type, length: 3, child: arrow.makeData(inner), nullCount: 1, nullBitmap: Uint8Array.of(0b101) };
    const own = new arrow.Vector([arrow.makeData(lists)]);
    const weights = Float32Array.of(2, 99, 99, 99, 1, 10);
    const [sum, least] = await reduceList(device(), own, ['sum', 'argmin']);
    expect(rowsOf(sum)).toEqual([[1, 2], null, [8, 10]]);
    expect(rowsOf(least.indices)).toEqual([[0, 0], null, [0, 0]]);
    expect(rowsOf(await reduceList(device(), own, 'sum', { weights }))).toEqual([[2, 4], null, [53, 64]]);
  });

  it('refuse nulls among features, and other types', async () => {
    const withNulls = new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Float32(), true));
    const holes = arrow.vectorFromArray([[[1, null]]] as never[], listOf(withNulls));
    await expect(reduceList(device(), holes, 'sum')).rejects.toThrow('column: a null in row of features 0; allowed');
    const doubles = new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Float64(), false));
    const wide = arrow.vectorFromArray([[[1, 2]]] as never[], listOf(doubles));
    await expect(reduceList(device(), wide, 'sum')).rejects.toMatchObject({ code: 'unsupported-type' });
    const texts = new arrow.FixedSizeList(1, new arrow.Field('item', new arrow.Utf8(), false));
    const words = arrow.vectorFromArray([[['a']]] as never[], listOf(texts));
    await expect(reduceList(device(), words, 'sum')).rejects.toThrow('allowed: rows of Int32');
  });
});

it('weighted lists of numbers have one weight an item, null or not', async () => {
  const lists = arrow.vectorFromArray(
    [[1, null, 2], null, [], [3], [null, 4, null, 5]] as never[],
    listOf(new arrow.Float32()),
  );
  const weights = Float32Array.of(2, 99, 10, 1, 99, 0.5, 99, 2);
  expect(Array.from(await reduceList(device(), lists, 'sum', { weights }))).toEqual([22, null, 0, 3, 12]);
  const short = reduceList(device(), lists, 'sum', { weights: weights.subarray(3) });
  await expect(short).rejects.toThrow('weights: 5; allowed: 8, one for each of the items');
});

describe('items of every type', () => {
  const TYPES: [arrow.DataType, (i: number) => Item][] = [
    [new arrow.Int8(), (i) => (i % 256) - 128],
    [new arrow.Int16(), (i) => i * 60 - 30000],
    [new arrow.Int32(), (i) => i * 4_000_000 - 2_000_000_000],
    [new arrow.Int64(), (i) => BigInt(i) * 9_000_000_000_000_000n - 4_000_000_000_000_000_000n],
    [new arrow.Uint8(), (i) => i % 256],
    [new arrow.Uint16(), (i) => i * 65],
    [new arrow.Uint32(), (i) => i * 4_000_000],
    [new arrow.Uint64(), (i) => BigInt(i) * 18_000_000_000_000_000n],
    [new arrow.Float16(), (i) => i / 8 - 60],
    [new arrow.Float64(), (i) => (i - 500) / 3],
    [new arrow.DateDay(), (i) => (i - 500) * 86_400_000],
    [new arrow.DateMillisecond(), (i) => (i - 500) * 1e9],
    [new arrow.TimestampMicrosecond(), (i) => (i - 500) * 1e9],
    [new arrow.TimeSecond(), (i) => i],
    [new arrow.DurationNanosecond(), (i) => BigInt(i) * 10n ** 12n - 10n ** 14n],
  ];

  it.each(TYPES)('%s: sorted, min and max', async (type, value) => {
    const rows = someRows(60, 4, value);
    const column = arrow.vectorFromArray(rows as never[], listOf(type));
    const sorted = eachRow(rows, (row) => row.toSorted(inOrder));
    expect(rowsOf(await sortList(device(), column))).toEqual(sorted);
    const valid = sorted.map((row) => row?.filter((item) => item !== null) ?? []);
    const [min, max] = await reduceList(device(), column, ['min', 'max']);
    expect(String(min.type)).toBe(String(type));
    expect(Array.from(min as Iterable<Item>)).toEqual(valid.map((row) => row[0] ?? null));
    expect(Array.from(max as Iterable<Item>)).toEqual(valid.map((row) => row.at(-1) ?? null));
  });
});

describe('reducing', () => {
  const rows: Row[] = [[3, null, -1, -1], null, [], [null, null], [2, 9, null]];
  const column = arrow.vectorFromArray(rows as never[], floats);
  const reduced = async (op: Parameters<typeof reduceList>[2], options = {}) =>
    Array.from((await reduceList(device(), column, op as 'sum', options)) as Iterable<Item>);

  it('leaves nulls out; without items sums are 0 and extremes null', async () => {
    expect(await reduced('sum')).toEqual([1, null, 0, 0, 11]);
    expect(await reduced('product')).toEqual([3, null, 1, 1, 18]);
    expect(await reduced('min')).toEqual([-1, null, null, null, 2]);
    expect(await reduced('mean')).toEqual([expect.closeTo(1 / 3, 6), null, null, null, 5.5]);
    expect(await reduced('variance')).toEqual([expect.closeTo(32 / 9, 5), null, null, null, 12.25]);
  });

  it('gives null for std, first and last without items, and 0 and 1 for any and all', async () => {
    expect(await reduced('std', { ddof: 1 })).toEqual([
      expect.closeTo(4 / Math.sqrt(3), 6),
      null,
      null,
      null,
      4.949747562408447,
    ]);
    expect(await reduced('first')).toEqual([3, null, null, null, 2]);
    expect(await reduced('last')).toEqual([-1, null, null, null, 9]);
    const [any, all] = await reduceList(device(), column, ['any', 'all']);
    expect([[...any], [...all], String(any.type)]).toEqual([[1, null, 0, 0, 1], [1, null, 1, 1, 1], 'Uint32']);
  });

  it('counts what is not null', async () => {
    const count = await reduceList(device(), column, 'count');
    expect([...count]).toEqual([3, null, 0, 0, 2]);
    expect(String(count.type)).toBe('Uint32');
  });

  it('finds extremes by their index among all items', async () => {
    const { values, indices } = await reduceList(device(), column, 'argmin');
    expect([...values]).toEqual([-1, null, null, null, 2]);
    expect([...indices]).toEqual([2, null, null, null, 0]);
    expect([...(await reduceList(device(), column, 'argmax')).indices]).toEqual([0, null, null, null, 1]);
  });

  it('takes initial and whenEmpty for lists without items', async () => {
    expect(await reduced('max', { initial: 2.5 })).toEqual([3, null, 2.5, 2.5, 9]);
    const { values, indices } = await reduceList(device(), column, 'argmin', { whenEmpty: { value: 5, index: 7 } });
    expect([...values]).toEqual([-1, null, 5, 5, 2]);
    expect([...indices]).toEqual([2, null, 7, 7, 0]);
    const [most, least] = await reduceList(device(), column, ['max', 'min'], { initial: [undefined, 0] });
    expect([...most]).toEqual([3, null, null, null, 9]);
    expect([...least]).toEqual([-1, null, 0, 0, 0]);
  });

  it('has null for lists of which omit leaves nothing', async () => {
    for (const type of [new arrow.Float32(), new arrow.Float64(), new arrow.Float16()]) {
      const rows = [[Number.NaN, 3, null, -1], [null, Number.NaN], [Number.NaN], [], null, [2]];
      const found = arrow.vectorFromArray(rows as never[], listOf(type));
      const { values, indices } = await reduceList(device(), found, 'argmin', { nan: 'omit' });
      expect([...values]).toEqual([-1, null, null, null, null, 2]);
      expect([...indices]).toEqual([3, null, null, null, null, 0]);
      const [max, count] = await reduceList(device(), found, ['max', 'count'], {
        nan: 'omit',
        whenEmpty: [7, undefined],
      });
      expect([...max]).toEqual([3, 7, 7, 7, null, 2]);
      expect([...count]).toEqual([2, 0, 0, 0, null, 1]);
    }
  });

  it('takes custom operators, vectors too', async () => {
    const own = { wgsl: 'return a + b;', identity: 0, type: 'f32' } as const;
    expect(await reduced(own)).toEqual([1, null, 0, 0, 11]);
    const both = await reduceList(device(), column, {
      wgsl: 'return vec2f(min(a.x, b.x), max(a.y, b.y));',
      identity: 'vec2f(100, -100)',
      load: 'return vec2f(element, element);',
      type: 'vec2<f32>',
    });
    expect(rowsOf(both)).toEqual([[-1, 3], null, [100, -100], [100, -100], [2, 9]]);
    const none = await reduceList(device(), arrow.vectorFromArray([], column.type), {
      ...{ wgsl: 'return a + b;', identity: 0, load: 'return vec2f(element, element);', type: 'vec2<f32>' },
    });
    expect([String(none.type), none.length]).toEqual([String(both.type), 0]);
  });

  it.each(FORMS)('%s', async (_, lists) => {
    const sums = await reduceList(device(), lists(), 'argmax');
    const expected = ROWS.map((row) => {
      const valid = row?.flatMap((item, i) => (item === null ? [] : [{ item: Number(item), i }])) ?? [];
      const nan = valid.find(({ item }) => Number.isNaN(item));
      return (nan ?? valid.toSorted((a, b) => b.item - a.item || a.i - b.i)[0])?.i ?? null;
    });
    expect([...sums.indices]).toEqual(expected);
  });

  it('sums spans of time, and halves to Float32', async () => {
    const spans = arrow.vectorFromArray([[5n, 7n], null] as never[], listOf(new arrow.DurationSecond()));
    const sum = await reduceList(device(), spans, 'sum');
    expect([String(sum.type), ...sum]).toEqual([String(new arrow.DurationSecond()), 12n, null]);
    const halves = arrow.vectorFromArray([[1000, 65000]] as never[], listOf(new arrow.Float16()));
    const total = await reduceList(device(), halves, 'sum');
    expect([String(total.type), ...total]).toEqual(['Float32', 65992]);
  });
});

describe('columns without rows', () => {
  it('are returned without rows', async () => {
    const none = arrow.vectorFromArray([] as never[], floats);
    expect((await sortList(device(), none)).length).toBe(0);
    expect((await argsortList(device(), none)).length).toBe(0);
    expect((await reduceList(device(), none, 'max')).length).toBe(0);
  });

  it('or are returned with only null rows', async () => {
    const nulls = arrow.vectorFromArray([null, null] as never[], floats);
    expect(rowsOf(await sortList(device(), nulls))).toEqual([null, null]);
    expect([...(await reduceList(device(), nulls, 'sum'))]).toEqual([null, null]);
  });
});

it('drops the items under a null row', async () => {
  const child = arrow.makeData({ type: new arrow.Float32(), data: Float32Array.of(2, 1, 9, 8, 7, 4) });
  const shape = { type: floats, length: 3, valueOffsets: Int32Array.of(0, 2, 5, 6), child };
  const data = arrow.makeData({ ...shape, nullBitmap: Uint8Array.of(0b101) } as never) as arrow.Data;
  const sorted = await sortList(device(), new arrow.Vector([data]));
  expect(rowsOf(sorted)).toEqual([[1, 2], null, [4]]);
  expect(sorted.data[0]?.children[0]?.length).toBe(3);
  expect([...(await reduceList(device(), new arrow.Vector([data]), 'sum'))]).toEqual([3, null, 4]);
});
