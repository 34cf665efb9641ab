/** Tables of Arrow, Parquet and JSON in the playground: rows, and the items of a column of lists as rows. */
import * as arrow from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { arrowTable, isJson, jsonTable, parquetTable } from '../../playground/src/table/formats.ts';
import { pairOf, type Table, tableFacts } from '../../playground/src/table/parse.ts';

const rowsOf = (table: Table) =>
  Array.from({ length: table.count }, (_, row) => table.names.map((_name, column) => table.cell(row, column)));

const RECORDS = [
  { city: 'Lyon', price: 7.5 },
  { city: 'Oslo', price: null },
  { price: 3, city: 'Lyon' },
];
const ROWS = [
  ['Lyon', 7.5],
  ['Oslo', null],
  ['Lyon', 3],
];

describe('JSON', () => {
  it.each([
    ['an array of objects', JSON.stringify(RECORDS)],
    ['a line for each object', `${RECORDS.map((one) => JSON.stringify(one)).join('\n')}\n`],
    ['an object of columns', '{"city":["Lyon","Oslo","Lyon"],"price":[7.5,null,3]}'],
  ])('%s is a table', (_, text) => {
    expect(isJson(text)).toBe(true);
    const table = jsonTable(text);
    expect([table.names, rowsOf(table)]).toEqual([['city', 'price'], ROWS]);
    expect(tableFacts(table)).toMatchObject({ rows: 3, missing: [], proposed: { value: 'price', group: 'city' } });
  });

  it('of other shapes is refused, and text is not taken for it', () => {
    expect(() => jsonTable('[1, 2]')).toThrow('an array of objects');
    expect(() => jsonTable('{"a": 1}\n{"a": }\n')).toThrow('line 2 is not JSON');
    for (const text of ['a,b\n1,2', '[a],b\n1,2', '"a","b"\n1,2', '']) expect(isJson(text)).toBe(false);
  });
});

describe('lists', () => {
  const check = (table: Table) => {
    expect(table.names).toEqual(['id', 'scores', 'row of scores']);
    expect(rowsOf(table)).toEqual([
      ['a', 3, 0],
      ['a', 1, 0],
      ['c', 2, 2],
    ]);
    expect(table.notes).toEqual(["'scores' has lists: each of its 3 rows is a segment, 1 without items are left out."]);
    const facts = tableFacts(table);
    expect(facts.proposed).toEqual({ value: 'scores', group: 'row of scores' });
    const { ids, values, names } = pairOf(table, facts, { ...facts.proposed, reading: undefined });
    expect([[...ids], [...values], names]).toEqual([
      [0, 0, 1],
      [3, 1, 2],
      ['0', '2'],
    ]);
  };

  it('of JSON are segments', () => {
    check(jsonTable('[{"id":"a","scores":[3,1]},{"id":"b","scores":[]},{"id":"c","scores":[2]}]'));
  });

  it('of Arrow are segments', async () => {
    const type = new arrow.List(new arrow.Field('item', new arrow.Float64(), true));
    const table = new arrow.Table({
      id: arrow.vectorFromArray(['a', 'b', 'c']),
      scores: arrow.vectorFromArray([[3, 1], [], [2]], type),
    });
    check(await arrowTable(arrow.tableToIPC(table).slice().buffer as ArrayBuffer));
  });
});

it('Parquet is a table', async () => {
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: 'city', data: ['Lyon', 'Oslo', 'Lyon'], type: 'STRING' },
      { name: 'price', data: [7.5, null, 3], type: 'DOUBLE' },
    ],
  });
  const table = await parquetTable(bytes);
  expect([table.names, rowsOf(table)]).toEqual([['city', 'price'], ROWS]);
});
