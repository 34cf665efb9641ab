/**
 * `webgpu-segmented/arrow`: groups of a table's rows by one or several columns, compared with a plain sort of the rows.
 */
import { createRequire } from 'node:module';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { groupBy, type TableGroups } from '../../src/arrow/index.ts';
import { segmentedReduce } from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Another copy of the library, with other classes than those of the entry. */
const other = createRequire(import.meta.url)('apache-arrow') as typeof arrow;

type Key = number | bigint | string | boolean | null;

/** The ascending order: numbers with NaN last, texts by code units, nulls last. */
function compareKeys(a: Key, b: Key): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const nans = Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  if (nans || Number.isNaN(a)) return nans;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The expected groups: rows sorted stably by their keys, and cut where a key changes. */
function expected(columns: readonly (readonly Key[])[], rows: readonly number[]) {
  const compare = (a: number, b: number) =>
    columns.map((column) => compareKeys(column[a]!, column[b]!)).find((order) => order !== 0) ?? 0;
  const sorted = [...rows].sort((a, b) => compare(a, b) || a - b);
  const offsets = sorted.flatMap((row, i) => (i > 0 && compare(sorted[i - 1]!, row) === 0 ? [] : [i]));
  return { rows: sorted, offsets: [...offsets, sorted.length] };
}

const all = (count: number) => Array.from({ length: count }, (_, i) => i);

function expectGroups(found: TableGroups, columns: Record<string, readonly Key[]>, rows?: readonly number[]) {
  const lists = Object.values(columns);
  const want = expected(lists, rows ?? all(lists[0]!.length));
  expect([...found.rows]).toEqual(want.rows);
  expect([...found.offsets]).toEqual(want.offsets);
  expect(found.keys.schema.fields.map(({ name }) => name)).toEqual(Object.keys(columns));
  for (const [name, list] of Object.entries(columns)) {
    const first = want.offsets.slice(0, -1).map((offset) => list[want.rows[offset]!]);
    expect(Array.from(found.keys.getChild(name) as arrow.Vector, (key) => key ?? null)).toEqual(first);
  }
}

const random = new Random(3);
const pick = <T>(of: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => of[random.below(of.length)]!);

const COUNT = 300;
const COLUMNS = {
  year: pick([2023, 2024, 2021, -1], COUNT),
  delay: pick([0.5, -2, Number.NaN, 100], COUNT),
  id: pick([5n, -7n, 1n << 40n], COUNT),
  origin: pick(['JFK', 'SFO', 'BOS', 'Äöü', ''], COUNT),
  airline: pick(['UA', 'AA', 'DL'], COUNT),
  late: pick([true, false], COUNT),
  gap: pick([4, 7, null], COUNT),
  note: pick(['x', null, 'a'], COUNT),
} as const;

const TYPES = (from: typeof arrow): Record<keyof typeof COLUMNS, arrow.DataType> => ({
  year: new from.Int16(),
  delay: new from.Float32(),
  id: new from.Int64(),
  origin: new from.Utf8(),
  airline: new from.Dictionary(new from.Utf8(), new from.Int8()),
  late: new from.Bool(),
  gap: new from.Uint8(),
  note: new from.Dictionary(new from.Utf8(), new from.Int32()),
});

/** The table in two chunks. The first is a slice of a longer one. */
function tableOf(from: typeof arrow): arrow.Table {
  const types = TYPES(from);
  const columns = Object.entries(COLUMNS).map(([name, list]) => {
    const type = types[name as keyof typeof COLUMNS];
    const part = (begin: number, end: number) =>
      from.vectorFromArray([list[7], ...list.slice(begin, end), list[0]] as never[], type).slice(1, 1 + end - begin);
    return [name, part(0, 101).concat(part(101, COUNT) as never)];
  });
  return new from.Table(Object.fromEntries(columns) as never);
}

const columnsOf = (...names: (keyof typeof COLUMNS)[]) =>
  Object.fromEntries(names.map((name) => [name, COLUMNS[name]]));

describe('groupBy of a table', () => {
  const table = tableOf(arrow);

  it.each(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])('by %s', async (name) => {
    expectGroups(await groupBy(device(), table, name), columnsOf(name));
    expectGroups(await groupBy(device(), tableOf(other), [name]), columnsOf(name));
  });

  it.each([
    [['year', 'origin']],
    [['airline', 'gap', 'delay']],
    [['late', 'note']],
    [['id', 'year', 'origin', 'airline', 'late', 'note', 'gap']],
  ] as (keyof typeof COLUMNS)[][][])('by %j: the first column counts most', async (names) => {
    expectGroups(await groupBy(device(), table, names), columnsOf(...names));
  });

  it('read from a file, where dictionaries are separate columns', async () => {
    const read = arrow.tableFromIPC(arrow.tableToIPC(table));
    expectGroups(await groupBy(device(), read, ['airline', 'year']), columnsOf('airline', 'year'));
  });

  it('nulls first, or dropped', async () => {
    const first = await groupBy(device(), table, 'gap', { nulls: 'first' });
    expect(Array.from(first.keys.getChild('gap') as arrow.Vector, (key) => key ?? null)).toEqual([null, 4, 7]);
    const dropped = await groupBy(device(), table, ['gap', 'note'], { nulls: 'drop' });
    const rows = all(COUNT).filter((row) => COLUMNS.gap[row] !== null && COLUMNS.note[row] !== null);
    expectGroups(dropped, columnsOf('gap', 'note'), rows);
    const onlyNulls = new arrow.Table({ key: arrow.vectorFromArray([null, null], new arrow.Int32()) });
    const none = await groupBy(device(), onlyNulls, 'key', { nulls: 'drop' });
    expect([none.keys.numRows, [...none.offsets], [...none.rows]]).toEqual([0, [0], []]);
  });

  it('many distinct keys in columns: ids of 64 bits, and of more', async () => {
    const count = 70_000;
    const wide = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name, k) => [
        name,
        Int32Array.from({ length: count }, (_, i) => (i * (2 * k + 7)) % 69_991),
      ]),
    );
    const columns = Object.entries(wide).map(([name, list]) => [name, arrow.makeVector(list)]);
    const big = new arrow.Table(Object.fromEntries(columns) as never);
    for (const names of [
      ['a', 'b'],
      ['a', 'b', 'c', 'd'],
    ]) {
      const lists = Object.fromEntries(names.map((name) => [name, Array.from(wide[name]!)]));
      const found = await groupBy(device(), big, names);
      const want = expected(Object.values(lists), all(count));
      expect(found.offsets.length).toBe(want.offsets.length);
      expect(found.rows.every((row, i) => row === want.rows[i])).toBe(true);
    }
  });

  it('-0 and +0 are one group, or two', async () => {
    const zeros = new arrow.Table({ x: arrow.makeVector(Float64Array.of(0, -0, 0)) });
    expect([...(await groupBy(device(), zeros, 'x')).rows]).toEqual([0, 1, 2]);
    expect([...(await groupBy(device(), zeros, 'x', { signedZero: 'distinct' })).rows]).toEqual([1, 0, 2]);
  });

  /** Bits of floats: NaNs of both signs, quiet and signaling, and both zeros. Null is at the index of NULL_ROW. */
  const BITS = {
    Float16: [0xfe01, 0x3c00, 0x7c01, 0x8000, 0, 0x3c00, 0xffff],
    Float32: [0xffc00001, 0x3f800000, 0x7f800001, 0x80000000, 0, 0x3f800000, 0xffffffff],
    Float64: [
      ...[0xfff8000000000001n, 0x3ff0000000000000n, 0x7ff0000000000001n],
      ...[0x8000000000000000n, 0n, 0x3ff0000000000000n, 0xffffffffffffffffn],
    ],
  } as const;
  const NULL_ROW = 5;

  it.each([new arrow.Float16(), new arrow.Float32(), new arrow.Float64()])(
    '%s: all NaNs are one group, whose key is its first row, bit for bit, by values and by a dictionary',
    async (type) => {
      const name = `${type}` as keyof typeof BITS;
      const [bits, Words] = [BITS[name], type.ArrayType];
      const raw = name === 'Float64' ? BigUint64Array.from(BITS.Float64) : Uint32Array.from(bits as readonly number[]);
      const words = name === 'Float16' ? Uint16Array.from(raw as Uint32Array) : raw;
      const nullBitmap = Uint8Array.of(0xff & ~(1 << NULL_ROW));
      const values = (nulls: boolean) =>
        new arrow.Vector([
          arrow.makeData({
            ...{ type, length: 7, data: new Words(words.buffer as ArrayBuffer) },
            ...(nulls ? { nullBitmap, nullCount: 1 } : {}),
          } as never) as arrow.Data,
        ]);
      const coded = (dictionary: arrow.Vector) => {
        const by = new arrow.Dictionary(type, new arrow.Int32());
        const data = { type: by, length: 7, data: Int32Array.of(0, 1, 2, 3, 4, 5, 6), dictionary };
        return new arrow.Vector([arrow.makeData(data as never) as arrow.Data]);
      };
      const found = (keys: arrow.Vector) => {
        const [{ values: of }] = keys.data as unknown as [{ values: Uint8Array }];
        return [...new (words.constructor as Uint32ArrayConstructor)(of.buffer, of.byteOffset, of.length)];
      };
      for (const nulls of [false, true]) {
        for (const column of [values(nulls), coded(values(nulls))]) {
          const table = new arrow.Table({ x: column, y: arrow.makeVector(new Int32Array(7)) });
          for (const names of ['x', ['x', 'y']]) {
            const groups = await groupBy(device(), table, names);
            const ones = nulls ? [1] : [1, 5];
            expect([...groups.rows]).toEqual([3, 4, ...ones, 0, 2, 6, ...(nulls ? [5] : [])]);
            const keys = found(groups.keys.getChild('x') as arrow.Vector);
            expect(keys.slice(0, 3)).toEqual([bits[3], bits[1], bits[0]]);
            if (nulls) expect(groups.keys.getChild('x')?.get(3)).toBe(null);
          }
        }
      }
    },
  );

  it('gives segments for the other columns', async () => {
    const { offsets, rows, keys } = await groupBy(device(), table, 'airline');
    const years = Int32Array.from(COLUMNS.year);
    const most = await segmentedReduce(device(), years, { offsets, rows }, 'max');
    const plain = Array.from(keys.getChild('airline') as arrow.Vector, (airline) =>
      Math.max(...COLUMNS.year.filter((_, row) => COLUMNS.airline[row] === airline)),
    );
    expect([...most]).toEqual(plain);
  });
});

it('a dictionary of numbers, with one entry twice and one unused', async () => {
  const dictionary = arrow.vectorFromArray([7, 3, 7, 9], new arrow.Int32());
  const type = new arrow.Dictionary(new arrow.Int32(), new arrow.Int32());
  const data = arrow.makeData({ type, length: 4, data: Int32Array.of(0, 1, 2, 1), dictionary } as never);
  const table = new arrow.Table({ key: new arrow.Vector([data as arrow.Data]) });
  const found = await groupBy(device(), table, 'key');
  expect([[...found.offsets], [...found.rows]]).toEqual([
    [0, 2, 4],
    [1, 3, 0, 2],
  ]);
  expect(found.keys.getChild('key')?.toArray()).toEqual(Int32Array.of(3, 7));
});

it('values that are no table, no column or no key are refused', async () => {
  const lists = arrow.vectorFromArray([[1]] as never[], new arrow.List(new arrow.Field('item', new arrow.Int32())));
  const table = new arrow.Table({ lists, year: arrow.vectorFromArray([1], new arrow.Int32()) });
  const wrong: [() => unknown, 'unsupported-type' | 'invalid-option', string[]][] = [
    [() => groupBy(device(), [] as never, 'year'), 'unsupported-type', ['table: object', 'getChild(name)']],
    [() => groupBy(device(), undefined as never, 'year'), 'unsupported-type', ['table: undefined']],
    [() => groupBy(device(), table, 'month'), 'invalid-option', ["columns: 'month'"]],
    [() => groupBy(device(), table, []), 'invalid-option', ['columns: none']],
    [() => groupBy(device(), table, 'lists'), 'unsupported-type', ['column lists: a column of List<Int32>', 'Utf8']],
    [() => groupBy(device(), table, 'year', { nulls: 'end' as never }), 'invalid-option', ["nulls: 'end'"]],
    [() => groupBy(device(), table, 'year', { groups: 4 } as never), 'invalid-option', ["'groups'"]],
    [() => groupBy(device(), { getChild: () => 5 }, 'year'), 'unsupported-type', ['column year: number']],
  ];
  for (const [call, code, says] of wrong) await expectRefusal(call, code, says);
});
