/** Parquet input: every type that is read, lists and nulls, row groups, codecs, and what is refused. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { type DataType, tableFromIPC } from 'apache-arrow';
import type { SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../support/scratch-folder.ts';
import { useDevice } from '../support/use-device.ts';
import { columnsIn, run } from './program.ts';

const device = useDevice();
const folder = scratchFolder('parquet');

type Written = Omit<Parameters<typeof parquetWriteBuffer>[0], 'columnData'>;
const parquet = (columnData: ColumnSource[], options: Written = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...options }));

function file(name: string, bytes: Uint8Array): string {
  const full = path.join(folder, name);
  writeFileSync(full, bytes);
  return full;
}

const KEYS = [1, 1, 2, 2, 2, 3];
const VALUES = [3, 1, 9, 7, 8, 5];
const flat: ColumnSource[] = [
  { name: 'key', data: Int32Array.from(KEYS), type: 'INT32' },
  { name: 'x', data: Float32Array.from(VALUES), type: 'FLOAT' },
];
const SORTED = { key: KEYS, x: [1, 3, 7, 8, 9, 5] };
const SORT = ['sort', '--by', 'key', '--column', 'x'];

async function given(args: readonly string[], stdin?: Uint8Array) {
  const { exit, stdout, stderr } = await run(device(), [...args, '--quiet'], stdin);
  expect([exit, stderr]).toEqual([0, '']);
  return stdout;
}

describe('Parquet', () => {
  it.each([1, 2, 4, 100])('in row groups of %i, as a file and in a pipe', async (rowGroupSize) => {
    const bytes = parquet(flat, { rowGroupSize });
    expect(columnsIn(await given([...SORT, '--input', file('flat', bytes)]))).toEqual(SORTED);
    expect(columnsIn(await given(SORT, bytes))).toEqual(SORTED);
  });

  it('after Parquet and before it, with the same columns', async () => {
    const bytes = file('twice', parquet(flat));
    const args = ['reduce', '--op', 'count', '--by', 'key', '--column', 'x', '--input', bytes, '--input', bytes];
    expect(columnsIn(await given(args))).toEqual({
      key: [1, 2, 3, 1, 2, 3],
      count: ['2n', '3n', '1n', '2n', '3n', '1n'],
    });
  });

  it.each([
    ['GZIP', (bytes: Uint8Array) => zlib.gzipSync(bytes)],
    ['BROTLI', (bytes: Uint8Array) => zlib.brotliCompressSync(bytes)],
  ] as const)('with bodies of %s', async (codec, compress) => {
    const many = flat.map((column) => ({ ...column, data: Array.from({ length: 3000 }, (_, i) => (i * 7) % 11) }));
    const bytes = parquet(many, { codec, compressors: { [codec]: compress } });
    const sums = columnsIn(await given(['reduce', '--op', 'sum', '--column', 'x'], bytes));
    expect(sums).toEqual({ sum: [many[1]?.data.reduce((sum, x) => sum + (x as number), 0)] });
  });

  it('with lists, of which some are null or empty', async () => {
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 1 },
      { name: 'x', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', type: 'FLOAT', repetition_type: 'OPTIONAL' },
    ];
    const data = [[3, null, 1], null, [], [2, 9, 4]];
    const bytes = parquet([{ name: 'x', data }], { schema });
    const want = { x: [[1, 3, null], null, [], [2, 4, 9]] };
    expect(columnsIn(await given(['sort', '--column', 'x'], bytes))).toEqual(want);
  });
});

describe('types of Parquet', () => {
  const element = (more: Partial<SchemaElement>): SchemaElement => ({
    name: 'x',
    repetition_type: 'OPTIONAL',
    ...more,
  });

  /** The type and the values of a column that goes through the program. */
  async function through(more: Partial<SchemaElement>, data: unknown[]) {
    const schema = [{ name: 'root', num_children: 1 }, element(more)];
    const bytes = parquet([{ name: 'x', data }], { schema });
    const table = tableFromIPC(await given(['top-k', '--k', '9', '--order', 'ascending', '--column', 'x'], bytes));
    return [String(table.schema.fields[0]?.type as DataType), [...(table.getChild('x') ?? [])]];
  }

  it.each([
    ['Int32', { type: 'INT32' }, [3, null, -1], [-1, 3]],
    ['Int8', { type: 'INT32', converted_type: 'INT_8' }, [3, -1], [-1, 3]],
    ['Uint16', { type: 'INT32', converted_type: 'UINT_16' }, [65535, 1], [1, 65535]],
    ['Uint32', { type: 'INT32', converted_type: 'UINT_32' }, [4294967295, 1], [1, 4294967295]],
    ['Int64', { type: 'INT64' }, [3n, null, -(2n ** 40n)], [-(2n ** 40n), 3n]],
    ['Uint64', { type: 'INT64', converted_type: 'UINT_64' }, [2n ** 63n, 1n], [1n, 2n ** 63n]],
    ['Float64', { type: 'DOUBLE' }, [0.5, null, -0.25], [-0.25, 0.5]],
  ] as const)('%s', async (type, more, data, sorted) => {
    expect(await through(more as Partial<SchemaElement>, [...data])).toEqual([type, [...sorted]]);
  });

  it('of key columns: strings, booleans, dates and timestamps', async () => {
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 5 },
      { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      { name: 'flag', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
      { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
      { name: 'at', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' },
      { name: 'x', type: 'FLOAT', repetition_type: 'REQUIRED' },
    ];
    const days = [new Date('2001-02-03'), null];
    const bytes = parquet(
      [
        { name: 'text', data: ['ä', null] },
        { name: 'flag', data: [true, null] },
        { name: 'day', data: days },
        { name: 'at', data: [new Date(1234567890123), null] },
        { name: 'x', data: Float32Array.of(4, 5) },
      ],
      { schema },
    );
    const stdout = await given(['reduce', '--op', 'sum', '--by', 'text,flag,day,at', '--column', 'x'], bytes);
    const table = tableFromIPC(stdout);
    expect(table.schema.fields.map(({ type }) => String(type))).toEqual([
      ...['Utf8', 'Bool', 'Date32<DAY>', 'Timestamp<MILLISECOND, UTC>', 'Float32'],
    ]);
    expect(table.toArray().map((row) => Object.values(row.toJSON()))).toEqual([
      ['ä', true, Date.UTC(2001, 1, 3), 1234567890123, 4],
      [null, null, null, null, 5],
    ]);
  });

  it('that are not read are refused by name', async () => {
    const schema = [{ name: 'root', num_children: 1 }, element({ type: 'BYTE_ARRAY', converted_type: 'JSON' })];
    const bytes = parquet([{ name: 'x', data: [{ a: 1 }] }], { schema });
    const { exit, stderr } = await run(device(), ['sort', '--column', 'x'], bytes);
    expect([exit, stderr]).toEqual([65, expect.stringContaining("column 'x': JSON of Parquet; allowed: ")]);
  });
});

describe('a column of a type that is not read', () => {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 4 },
    { name: 'price', type: 'INT32', converted_type: 'DECIMAL', precision: 5, scale: 2, repetition_type: 'REQUIRED' },
    { name: 'key', type: 'INT32', repetition_type: 'REQUIRED' },
    { name: 'x', type: 'FLOAT', repetition_type: 'REQUIRED' },
    {
      name: 'day',
      type: 'INT64',
      logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' },
      repetition_type: 'REQUIRED',
    },
  ];
  const data = [
    { name: 'price', data: Int32Array.of(1, 2, 3) },
    { name: 'key', data: Int32Array.of(2, 2, 1) },
    { name: 'x', data: Float32Array.of(3, 1, 2) },
    { name: 'day', data: BigInt64Array.of(5n, 86399999999n, 0n) },
  ];
  const bytes = parquet(data, { schema });
  const says = "column 'price': DECIMAL(5, 2) of Parquet; allowed: booleans";

  it('blocks no command that does not use it', async () => {
    const count = { count: ['2n', '1n'] };
    expect(columnsIn(await given(['reduce', '--op', 'count', '--by', 'key', '--column', 'x'], bytes))).toEqual({
      key: [2, 1],
      ...count,
    });
    expect(columnsIn(await given(['top-k', '--k', '1', '--column', 'x'], bytes))).toEqual({ x: [3] });
    expect(columnsIn(await given(['quantile', '--q', '1', '--column', 'x'], bytes))).toEqual({ q1: [3] });
    expect(columnsIn(await given(['sample', '--column', 'x'], bytes))).toMatchObject({ row: [0, 1, 2] });
    // A time of a day in microseconds is read.
    const days = await given(['reduce', '--op', 'max', '--column', 'day'], bytes);
    expect(columnsIn(days)).toEqual({ max: ['86399999999n'] });
  });

  it('is refused by name where rows move, with the option that leaves it out', async () => {
    const { exit, stderr, stdout } = await run(device(), ['sort', '--column', 'x'], bytes);
    expect([exit, stdout.length, stderr]).toEqual([65, 0, expect.stringContaining(says)]);
    expect(stderr).toContain('or without it: --columns key,x,day');
    const sorted = columnsIn(await given(['sort', '--column', 'x', '--columns', 'key'], bytes));
    expect(sorted).toEqual({ key: [2, 1, 2], x: [1, 2, 3] });
  });

  it.each([
    [['reduce', '--op', 'sum', '--column', 'price'], 65, says],
    [['reduce', '--op', 'sum', '--by', 'price', '--column', 'x'], 65, says],
    [['sort', '--column', 'x', '--columns', 'key,price'], 65, says],
    [['sort', '--column', 'x', '--columns', 'kye'], 64, "--columns: no column 'kye'; allowed: "],
    [['sort', '--column', 'y'], 64, "--column: no column 'y'; allowed: key, x, day, price"],
  ] as const)('%j', async (args, code, text) => {
    const { exit, stderr } = await run(device(), args, bytes);
    expect([exit, stderr]).toEqual([code, expect.stringContaining(text)]);
    if (code === 65) expect(stderr).not.toContain('or without it');
  });
});

describe('a Parquet file that is cut', () => {
  it('anywhere is bad data', async () => {
    const bytes = parquet(flat);
    for (let end = 8; end < bytes.length; end += 41) {
      const piped = await run(device(), SORT, bytes.subarray(0, end));
      const named = await run(device(), [...SORT, '--input', file('cut', bytes.subarray(0, end))]);
      expect([piped.exit, named.exit], `cut at ${end}`).toEqual([65, 65]);
    }
  });
});
