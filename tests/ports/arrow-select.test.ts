/** `webgpu-segmented/arrow`: the top k and the quantiles of lists, against plain JavaScript on their values. */
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { quantileList, topKList } from '../../src/arrow/index.ts';
import { expectRefusal } from '../support/refusal.ts';
import { numpyQuantile } from '../support/select-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

type Item = number | bigint | null;
type Row = Item[] | null;

const listOf = (type: arrow.DataType) => new arrow.List(new arrow.Field('item', type, true));
const floats = listOf(new arrow.Float32());

const rowsOf = (column: arrow.Vector): Row[] =>
  Array.from(column, (row) => row && Array.from(row as Iterable<Item>, (item) => item ?? null));

/** Rows with nulls of both kinds, and ties. */
function someRows(count: number, longest: number, value: (i: number) => Item): Row[] {
  let state = 5;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () => {
    if (next(8) === 0) return null;
    return Array.from({ length: next(longest + 1) }, () => (next(6) === 0 ? null : value(next(40))));
  });
}

/** The first k items of the list in descending order, and their indices: NaNs first, nulls left out. */
function topOf(row: Item[], k: number, ascending = false): { values: Item[]; indices: number[] } {
  const rank = (item: Item) => (Number.isNaN(item) ? Number.POSITIVE_INFINITY : (item as number));
  const valid = row.flatMap((item, i) => (item === null ? [] : [i]));
  valid.sort((a, b) => {
    const [x, y] = [rank(row[a]!), rank(row[b]!)];
    const greatestFirst = x === y ? 0 : x > y ? -1 : 1;
    return (ascending ? -greatestFirst : greatestFirst) || a - b;
  });
  const indices = valid.slice(0, k);
  return { values: indices.map((i) => row[i]!), indices };
}

const ROWS = someRows(120, 9, (i) => (i === 0 ? Number.NaN : Math.fround((i - 20) / 7)));

const cut = (rows: Row[], type: arrow.DataType) =>
  arrow.vectorFromArray([[9, 9], null, ...rows, [8]] as never[], type as never).slice(2, 2 + rows.length);

const FORMS: [string, () => arrow.Vector][] = [
  ['one chunk', () => arrow.vectorFromArray(ROWS as never[], floats)],
  ['slices in two chunks', () => cut(ROWS.slice(0, 50), floats).concat(cut(ROWS.slice(50), floats))],
  ['large lists', () => arrow.vectorFromArray(ROWS as never[], new arrow.LargeList(floats.children[0] as arrow.Field))],
];

describe.each(FORMS)('the top 3 of %s', (_, column) => {
  it.each(['descending', 'ascending'] as const)('%s', async (order) => {
    const given = column();
    const { values, indices } = await topKList(device(), given, 3, { order });
    const want = ROWS.map((row) => row && topOf(row, 3, order === 'ascending'));
    expect(rowsOf(values)).toEqual(want.map((row) => row?.values ?? null));
    expect(rowsOf(indices)).toEqual(want.map((row) => row?.indices ?? null));
    expect(String(values.type)).toBe(String(given.type));
    expect(indices.type.typeId).toBe(given.type.typeId);
    expect(rowsOf(given), 'the input is not changed').toEqual(ROWS);
  });
});

describe('topKList', () => {
  it('takes one k per row', async () => {
    const ks = ROWS.map((_, row) => row % 5);
    const { indices } = await topKList(device(), arrow.vectorFromArray(ROWS as never[], floats), ks);
    expect(rowsOf(indices)).toEqual(ROWS.map((row, i) => row && topOf(row, ks[i]!).indices));
  });

  it('makes lists of fixed size to lists, without the items under null rows', async () => {
    const rows: Row[] = [[3, 1, 2], null, [null, 9, 8], [5, 4, 6], [7, null, null]];
    const type = new arrow.FixedSizeList(3, new arrow.Field('item', new arrow.Int32(), true));
    const child = arrow.makeData({ type: new arrow.Int32(), data: Int32Array.of(3, 1, 2, 70, 80, 90, 4, 9, 8) });
    const withItems = arrow.makeData({ type, length: 3, child, nullBitmap: Uint8Array.of(0b101) } as never);
    for (const [column, want] of [
      [arrow.vectorFromArray([[0, 0, 0], ...rows] as never[], type).slice(1), rows],
      [new arrow.Vector([withItems as arrow.Data]), [[3, 1, 2], null, [4, 9, 8]] as Row[]],
    ] as const) {
      const { values, indices } = await topKList(device(), column, 2);
      expect(rowsOf(values)).toEqual(want.map((row) => row && topOf(row, 2).values));
      expect(rowsOf(indices)).toEqual(want.map((row) => row && topOf(row, 2).indices));
      expect(String(values.type)).toBe(String(listOf(new arrow.Int32())));
      const lengths = want.map((row) => (row ? topOf(row, 2).values.length : 0));
      expect(values.data[0]?.children[0]?.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
    }
  });

  it('takes columns without rows, without items, and k = 0', async () => {
    for (const rows of [[], [null, null], [[], [null]]] as Row[][]) {
      const { values, indices } = await topKList(device(), arrow.vectorFromArray(rows as never[], floats), 2);
      expect(rowsOf(values)).toEqual(rows.map((row) => row && []));
      expect(rowsOf(indices)).toEqual(rows.map((row) => row && []));
    }
    const none = await topKList(device(), arrow.vectorFromArray([[1, 2], null] as never[], floats), 0);
    expect(rowsOf(none.values)).toEqual([[], null]);
  });
});

describe('quantileList', () => {
  const QUANTILES = [0.5, 0, 0.9] as const;

  /** The same by numpy's definition: null without items, NaN if an item is NaN. */
  const wanted = (rows: Row[], q: number, interpolation: string, omits = false) =>
    rows.map((row) => {
      const items = row?.filter((item) => item !== null).map(Number) ?? [];
      if (items.length === 0) return null;
      const valid = items.filter((item) => !Number.isNaN(item)).sort((a, b) => a - b);
      if (valid.length < items.length && !omits) return Number.NaN;
      return numpyQuantile(valid, q, interpolation);
    });

  it.each(FORMS)('of %s', async (_, column) => {
    const found = await quantileList(device(), column(), QUANTILES);
    expect(found.map((vector) => String(vector.type))).toEqual(['Float64', 'Float64', 'Float64']);
    QUANTILES.forEach((q, i) => {
      expect([...(found[i] as arrow.Vector)]).toEqual(wanted(ROWS, q, 'linear'));
    });
  });

  it.each(['linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf'] as const)(
    '%s, without NaNs',
    async (interpolation) => {
      const column = arrow.vectorFromArray(ROWS as never[], floats);
      const median = await quantileList(device(), column, 0.5, { interpolation, nan: 'omit' });
      const items = interpolation !== 'linear' && interpolation !== 'midpoint';
      expect(String(median.type)).toBe(items ? 'Float32' : 'Float64');
      expect([...median]).toEqual(wanted(ROWS, 0.5, interpolation, true));
    },
  );

  it('gives the index of each item in its list', async () => {
    const rows = [[5, null, 1, 3], null, [Number.NaN, 4], [null], [Number.NaN], [2, 2]];
    const column = arrow.vectorFromArray(rows as never[], floats);
    const options = { interpolation: 'lower', indices: true, nan: 'omit' } as const;
    const none = 2 ** 32 - 1;
    const [least, greatest] = await quantileList(device(), column, [0, 1], options);
    expect([...least!.values]).toEqual([1, null, 4, null, Number.NaN, 2]);
    expect([...least!.indices]).toEqual([2, null, 1, null, none, 0]);
    expect([...greatest!.indices]).toEqual([0, null, 1, null, none, 1]);
    const whole = arrow.vectorFromArray([[9], [7, 5, 6], [Number.NaN, 1]] as never[], floats);
    const { values, indices } = await quantileList(device(), whole, 0.5, { interpolation: 'higher', indices: true });
    expect([...values]).toEqual([9, 6, Number.NaN]);
    expect([...indices]).toEqual([0, 2, none]);
    expect(String(indices.type)).toBe('Uint32');
  });

  it('keeps the type of dates', async () => {
    const column = arrow.vectorFromArray(
      [[86400000 * 3, 86400000, null], null] as never[],
      listOf(new arrow.DateDay()),
    );
    const first = await quantileList(device(), column, 0, { interpolation: 'lower' });
    expect([String(first.type), ...first]).toEqual(['Date32<DAY>', 86400000, null]);
    await expectRefusal(() => quantileList(device(), column, 0.5), 'unsupported-type', [
      "interpolation: 'linear' of Date32<DAY>; allowed: 'lower', 'higher', 'nearest'",
    ]);
  });

  it('takes columns without rows, and no quantile', async () => {
    expect([...(await quantileList(device(), arrow.vectorFromArray([] as never[], floats), 0.5))]).toEqual([]);
    expect(await quantileList(device(), arrow.vectorFromArray([[1]] as never[], floats), [])).toEqual([]);
  });
});

describe('items of every type', () => {
  const TYPES: [arrow.DataType, (i: number) => Item][] = [
    [new arrow.Int8(), (i) => i - 20],
    [new arrow.Int64(), (i) => BigInt(i) * 9_000_000_000_000_000n - 40_000_000_000_000_000n],
    [new arrow.Uint16(), (i) => i * 65],
    [new arrow.Float16(), (i) => i / 8 - 3],
    [new arrow.Float64(), (i) => (i - 20) / 3],
    [new arrow.TimestampMicrosecond(), (i) => (i - 20) * 1e9],
  ];

  it.each(TYPES)('%s', async (type, value) => {
    const rows = someRows(40, 6, value);
    const column = arrow.vectorFromArray(rows as never[], listOf(type));
    const { values, indices } = await topKList(device(), column, 2);
    expect(rowsOf(values)).toEqual(rows.map((row) => row && topOf(row, 2).values));
    expect(rowsOf(indices)).toEqual(rows.map((row) => row && topOf(row, 2).indices));
    const least = await quantileList(device(), column, 0, { interpolation: 'lower' });
    expect(String(least.type)).toBe(String(type));
    expect([...(least as Iterable<Item>)]).toEqual(rows.map((row) => (row && topOf(row, 1, true).values[0]) ?? null));
  });
});

it('refuses unknown options by the nearest name, and wrong k and quantiles', async () => {
  const column = arrow.vectorFromArray([[1, 2]] as never[], floats);
  const refusals: [() => Promise<unknown>, string][] = [
    [
      () => topKList(device(), column, 1, { odrer: 'ascending' } as never),
      "unknown member 'odrer', did you mean 'order'?",
    ],
    [() => topKList(device(), column, 1, { values: column } as never), "unknown member 'values'"],
    [() => topKList(device(), column, 1, { indexFrom: 'array' } as never), "unknown member 'indexFrom'"],
    [() => topKList(device(), column, -1), 'k: -1'],
    [
      () => quantileList(device(), column, 0.5, { interpolate: 'lower' } as never),
      "unknown member 'interpolate', did you mean 'interpolation'?",
    ],
    [() => quantileList(device(), column, 0.5, { accuracy: 'high' } as never), "unknown member 'accuracy'"],
    [() => quantileList(device(), column, 0.5, { interpolation: 'cubic' as never }), "interpolation: 'cubic'"],
    [() => quantileList(device(), column, '0.5' as never), "quantiles: '0.5'"],
    [() => quantileList(device(), column, [0.5, 1.5]), 'quantiles[1]: 1.5'],
  ];
  for (const [call, message] of refusals) await expectRefusal(call, 'invalid-option', [message]);
});
