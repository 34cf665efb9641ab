/** `webgpu-segmented/arrow`: columns of other Arrow libraries, recognized by their members. */
import { createRequire } from 'node:module';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { argsortList, reduceList, sortList } from '../../src/arrow/index.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Another copy of the library, with other classes than those of the entry. */
const other = createRequire(import.meta.url)('apache-arrow') as typeof arrow;

const rowsOf = (column: arrow.Vector) =>
  Array.from(column, (row) => row && Array.from(row as Iterable<unknown>, (item) => item ?? null));

it('the other copy has other classes', () => {
  expect(other.Vector).not.toBe(arrow.Vector);
});

describe('a column of another copy of apache-arrow', () => {
  const { Field } = other;
  const CASES: [string, arrow.DataType, arrow.DataType, number[]][] = [
    ['List of Float32', new other.List(new Field('item', new other.Float32())), new arrow.Float32(), [3, -1, 2.5, 7]],
    ['List of Int16', new other.List(new Field('item', new other.Int16())), new arrow.Int16(), [3, -1, 2, 7]],
    ['List of Uint8', new other.List(new Field('item', new other.Uint8())), new arrow.Uint8(), [3, 255, 2, 7]],
    ['LargeList', new other.LargeList(new Field('item', new other.Float64())), new arrow.Float64(), [3, -1, 2.5, 7]],
    [
      'DateDay',
      new other.List(new Field('item', new other.DateDay())),
      new arrow.DateDay(),
      [0, 86400000, 0, 86400000],
    ],
    [
      'FixedSizeList',
      new other.FixedSizeList(2, new Field('item', new other.Float32())),
      new arrow.Float32(),
      [3, -1, 2.5, 7],
    ],
  ];
  it.each(CASES)('%s', async (_, type, itemType, [a, b, c, d]) => {
    const rows = [[a, b], null, [d, c]];
    const sorted = await sortList(device(), other.vectorFromArray(rows as never[], type as never));
    expect(sorted).toBeInstanceOf(arrow.Vector);
    expect(String(sorted.type.children[0]?.type)).toBe(String(itemType));
    const ascending = (x?: number, y?: number) => [x as number, y as number].sort((p, q) => p - q);
    expect(rowsOf(sorted)).toEqual([ascending(a, b), null, ascending(c, d)]);
  });

  it('of times keeps unit and zone', async () => {
    const { TimeUnit } = arrow;
    for (const [given, own, row] of [
      [new other.Timestamp(TimeUnit.MICROSECOND, 'UTC'), new arrow.Timestamp(TimeUnit.MICROSECOND, 'UTC'), [2, 1]],
      [new other.Duration(TimeUnit.SECOND), new arrow.Duration(TimeUnit.SECOND), [2n, 1n]],
      [new other.Time(TimeUnit.MILLISECOND, 32), new arrow.Time(TimeUnit.MILLISECOND, 32), [2, 1]],
    ] as const) {
      const column = other.vectorFromArray(
        [row] as never[],
        new other.List(new Field('item', given as never)) as never,
      );
      expect(String((await sortList(device(), column)).type.children[0]?.type)).toBe(String(own));
    }
  });

  it('with nulls, in a reduce and in an argsort', async () => {
    const type = new other.List(new Field('item', new other.Int32(), true));
    const column = other.vectorFromArray([[5, null, 1], null, [], [7]], type as never);
    expect(rowsOf(await argsortList(device(), column))).toEqual([[2, 0, 1], null, [], [0]]);
    const sums = await reduceList(device(), column, 'sum');
    expect(JSON.stringify(sums)).toBe('[6,null,0,7]');
  });
});

/** A column of flechette: batches with `offsets`, `values` and `validity`, and types that are plain objects. */
function flechette() {
  const item = { name: 'item', nullable: true, type: { typeId: 3, precision: 1 } };
  const batch = (offsets: number[], values: number[], valid: number, nullCount: number, rowValid: number) => ({
    length: offsets.length - 1,
    nullCount: rowValid === 0xff ? 0 : 1,
    validity: Uint8Array.of(rowValid),
    offsets: Int32Array.from(offsets),
    children: [{ length: values.length, nullCount, validity: Uint8Array.of(valid), values: Float32Array.from(values) }],
  });
  const data = [batch([0, 3, 5], [9, 4, 6, 2, 1], 0b11101, 1, 0xff), batch([0, 0, 2], [8, 7], 0xff, 0, 0b10)];
  return { type: { typeId: 12, children: [item] }, length: 4, data };
}

it('a column of flechette, with nulls and in two batches', async () => {
  const sorted = await sortList(device(), flechette(), { order: 'descending' });
  expect(rowsOf(sorted)).toEqual([[9, 6, null], [2, 1], null, [8, 7]]);
  expect(JSON.stringify(await reduceList(device(), flechette(), 'max'))).toBe('[9,2,null,8]');
});

it('values without such members are refused by name', async () => {
  for (const [wrong, found] of [
    [{ type: { typeId: 12 } }, 'Object without type.typeId and data'],
    [{ data: [] }, 'Object without type.typeId and data'],
    [new Map(), 'Map without type.typeId and data'],
    [[[1]], 'a plain array without type.typeId and data'],
    [undefined, 'undefined'],
    [null, 'null'],
    [5, 'number'],
  ] as const) {
    const says = [`column: ${found}; allowed: an Arrow column of lists: an object with type.typeId and data`];
    await expectRefusal(() => sortList(device(), wrong as never), 'unsupported-type', says);
    await expectRefusal(() => reduceList(device(), wrong as never, 'sum'), 'unsupported-type', says);
  }
});
