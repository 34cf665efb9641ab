/** Commands that move rows keep the values of columns of every Arrow type. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  Data,
  type DataType,
  Dictionary,
  Field,
  Float16,
  Float32,
  Int8,
  Int32,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  TimestampNanosecond,
  tableFromIPC,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { isNumeric, listKind } from '../../src/arrow/types.ts';
import { requireMovableRows } from '../../src/cli/columns.ts';
import { takenRows } from '../../src/cli/take.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { useDevice } from '../support/use-device.ts';
import { EVERY_TYPE, plain, READ_TYPES, type TypedColumn } from './every-type.ts';
import { run, streamOf } from './program.ts';

const device = useDevice();
const folder = scratchFolder('rows');
const file = (name: string) => path.join(folder, name);

const COLUMNS = Object.entries(EVERY_TYPE);

describe('the columns of these tests', () => {
  it('have every type that apache-arrow reads, and the values that are written here', () => {
    const ids = new Set(COLUMNS.map(([, { vector }]) => vector.type.typeId as number));
    expect(READ_TYPES.filter((id) => !ids.has(id))).toEqual([]);
    for (const [name, { vector, values }] of COLUMNS) expect(Array.from(vector, plain), name).toEqual(values);
  });
});

describe.each(COLUMNS)('rows of %s', (_, { vector, values }) => {
  const [whole] = vector.data as unknown as [Data];
  const taken = (chunks: Data[], rows: number[]) =>
    Array.from(new Vector([takenRows(chunks, Uint32Array.from(rows))]), plain);
  const at = (rows: number[]) => rows.map((row) => values[row]);

  it.each([[[5, 4, 3, 2, 1, 0]], [[0, 1, 2, 3, 4, 5]], [[2, 2, 0]], [[]]])('%j', (rows) => {
    expect(taken([whole], rows)).toEqual(at(rows));
  });

  it('of a slice, and of a slice of it', () => {
    expect(taken([whole.slice(1, 4)], [3, 0, 2, 1])).toEqual(at([4, 1, 3, 2]));
    expect(taken([whole.slice(1, 5).slice(1, 3)], [2, 1, 0])).toEqual(at([4, 3, 2]));
  });

  it('of several chunks', () => {
    const chunks = [whole.slice(3, 3), whole, whole.slice(0, 2)];
    expect(taken(chunks, [10, 0, 3, 9, 8, 1])).toEqual(at([1, 3, 0, 0, 5, 4]));
  });

  it('of rows that were moved', () => {
    const once = takenRows([whole.slice(1, 5)], Uint32Array.of(4, 3, 0, 1, 2));
    expect(taken([once], [4, 0, 2])).toEqual(at([3, 5, 1]));
  });
});

/** A batch of columns. */
function batch(columns: Record<string, Vector | Data>): RecordBatch {
  const chunks = Object.values(columns).map((column) => (column instanceof Data ? column : (column.data[0] as Data)));
  const fields = Object.keys(columns).map((name, i) => new Field(name, chunks[i]?.type as DataType, true));
  const length = chunks[0]?.length ?? 0;
  return new RecordBatch(
    new Schema(fields),
    makeData({ type: new Struct(fields), length, nullCount: 0, children: chunks }),
  );
}

/** Rows of a batch. Arrow's writer writes slices of views, unions and nulls wrongly, so they are copied. */
function piece({ schema, data }: RecordBatch, begin: number, end: number): RecordBatch {
  const rows = Uint32Array.from({ length: end - begin }, (_, i) => begin + i);
  return batch(
    Object.fromEntries(schema.fields.map(({ name }, i) => [name, takenRows([data.children[i] as Data], rows)])),
  );
}

const every = batch({
  x: vectorFromArray([5, 4, 9, 1, 3, 7], new Int32()),
  g: vectorFromArray(['a', 'b', 'a', 'b', 'b', 'a'], new Utf8()),
  ...Object.fromEntries(COLUMNS.map(([name, { vector }]) => [name, vector])),
});

async function runs(args: readonly string[], stdin: Uint8Array): Promise<Buffer> {
  const { exit, stdout, stderr } = await run(
    device(),
    args[0] === 'split' ? args : [...args, '--quiet'],
    stdin,
    2 ** 16,
  );
  expect([exit, stderr]).toEqual([0, '']);
  return stdout;
}

/** The columns of a stream have these rows of the columns of every type. */
function expectRows(
  bytes: Uint8Array,
  rows: readonly number[],
  columns: readonly (readonly [string, TypedColumn])[] = COLUMNS,
) {
  const table = tableFromIPC(bytes);
  expect(table.numRows).toBe(rows.length);
  for (const [name, { values }] of columns) {
    const found = Array.from(table.getChild(name) as Vector, plain);
    expect(found, name).toEqual(rows.map((row) => values[row]));
  }
}

const inBatchesOf = (rows: RecordBatch) => streamOf([piece(rows, 0, 2), piece(rows, 2, 5), piece(rows, 5, 6)]);

describe('columns of every type', () => {
  const inBatches = inBatchesOf(every);

  it.each([
    ['one batch', streamOf([every])],
    ['several', inBatches],
  ])('sort --column, in %s', async (_, bytes) => {
    expectRows(await runs(['sort', '--column', 'x'], bytes), [3, 4, 1, 0, 5, 2]);
  });

  it('sort --by --unsorted', async () => {
    expectRows(await runs(['sort', '--column', 'x', '--by', 'g', '--unsorted'], inBatches), [0, 5, 2, 3, 4, 1]);
  });

  it('sort of lists, which cuts batches', async () => {
    const columns = COLUMNS.filter(([name]) => name !== 'list<float32>');
    expectRows(
      await runs(['sort', '--column', 'list<float32>', '--batch-items', '2'], inBatches),
      [0, 1, 2, 3, 4, 5],
      columns,
    );
  });

  it('split', async () => {
    writeFileSync(file('every'), streamOf([every]));
    writeFileSync(file('samples'), await runs(['sample', '--column', 'x'], streamOf([every])));
    await runs(
      ['splitters', '--parts', '2', '--input', file('samples'), '--output', file('splitters')],
      Buffer.alloc(0),
    );
    await runs(
      ['split', '--column', 'x', '--splitters', file('splitters'), '--output-dir', file('ranges')],
      streamOf([every]),
    );
    const parts = [0, 1].map((i) => readFileSync(path.join(file('ranges'), `part-0000${i}.arrow`)));
    expectRows(parts[0] as Buffer, [1, 3, 4]);
    expectRows(parts[1] as Buffer, [0, 2, 5]);
  });

  it.each(COLUMNS)('are keys: %s', async (_, column) => {
    const { vector } = column;
    const doubled = batch({
      key: takenRows(vector.data as Data[], Uint32Array.of(0, 0, 1, 3, 3, 4)),
      x: every.getChild('x') as Vector,
    });
    const same = (a: number, b: number) => isDeepStrictEqual(column.values[a], column.values[b]);
    const rows = [0, 1, 3, 4].filter((row, i, all) => i === 0 || !same(all[i - 1] as number, row));
    const found = await runs(
      ['reduce', '--op', 'count', '--by', 'key', '--column', 'x'],
      streamOf([piece(doubled, 0, 2), piece(doubled, 2, 6)]),
    );
    expectRows(found, rows, [['key', column]]);
    const distinct = [0, 1, 3, 4].filter((row, i, all) => all.findIndex((other) => same(row, other)) === i);
    expectRows(
      await runs(['reduce', '--op', 'count', '--by', 'key', '--unsorted', '--column', 'x'], streamOf([doubled])),
      distinct,
      [['key', column]],
    );
  });
});

/** The values of a stream's column as plain data. */
const valuesOf = (bytes: Uint8Array, name: string) => Array.from(tableFromIPC(bytes).getChild(name) as Vector, plain);

const lists = (values: readonly unknown[], type: DataType = new Float32()) =>
  vectorFromArray(values as never[], new List(new Field('item', type, true)));

describe('sort --column', () => {
  it('moves lists of floats with their rows', async () => {
    const rows = batch({
      x: vectorFromArray([5, 4], new Int32()),
      v: lists([
        [2, 1],
        [4, 3],
      ]),
    });
    expect(valuesOf(await runs(['sort', '--column', 'x'], streamOf([rows])), 'v')).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  it('keeps the bits of NaNs', async () => {
    const words = Uint32Array.of(0x7fc00001, 0xff800123, 0x7f800001);
    const v = makeData({ type: new Float32(), data: new Float32Array(words.buffer) });
    const rows = batch({ x: vectorFromArray([3, 2, 1], new Int32()), v });
    const table = tableFromIPC(await runs(['sort', '--column', 'x'], streamOf([rows])));
    const [floats] = (table.getChild('v') as Vector).data;
    const { buffer, byteOffset } = (floats as Data).values as Float32Array;
    expect([...new Uint32Array(buffer, byteOffset, 3)]).toEqual([...words].reverse());
  });
});

describe('dictionaries', () => {
  const numbers = (...values: number[]) => vectorFromArray(values, new Int32());
  const coded = (values: string[], id: number) => vectorFromArray(values, new Dictionary(new Utf8(), new Int8(), id));

  function inputs(...rows: RecordBatch[]): string[] {
    return rows.flatMap((each, i) => {
      writeFileSync(file(`input ${i}`), streamOf([each]));
      return ['--input', file(`input ${i}`)];
    });
  }

  it('of several inputs become one', async () => {
    const given = inputs(
      batch({ x: numbers(3, 1), d: coded(['b', 'a'], 10) }),
      batch({ x: numbers(2, 0), d: coded(['c', 'b'], 20) }),
    );
    const found = await runs(['sort', '--column', 'x', ...given], Buffer.alloc(0));
    expect(valuesOf(found, 'd')).toEqual(['b', 'a', 'c', 'b']);
  });

  it('of several inputs, each written as it came, are of one stream', async () => {
    const given = inputs(
      batch({ x: lists([[2, 1]]), d: coded(['b'], 10) }),
      batch({ x: lists([[4, 3]]), d: coded(['c'], 20) }),
    );
    const found = await runs(['sort', '--column', 'x', ...given], Buffer.alloc(0));
    expect([valuesOf(found, 'x'), valuesOf(found, 'd')]).toEqual([
      [
        [1, 2],
        [3, 4],
      ],
      ['b', 'c'],
    ]);
  });

  it('with more entries than their indices hold are refused by name', async () => {
    const many = (from: number) => Array.from({ length: 100 }, (_, i) => `${from + i}`);
    const x = numbers(...many(0).map(Number));
    const given = inputs(batch({ x, d: coded(many(0), 10) }), batch({ x, d: coded(many(100), 20) }));
    const { exit, stderr, stdout } = await run(device(), ['sort', '--column', 'x', ...given]);
    const says = "column 'd': 200 entries of the dictionaries of Dictionary<Int8, Utf8>; allowed: 128";
    expect([exit, stdout.length, stderr]).toEqual([65, 0, expect.stringContaining(says)]);
    const few = inputs(batch({ x, d: coded(many(0), 10) }), batch({ x, d: coded(many(28), 20) }));
    expect(valuesOf(await runs(['sort', '--column', 'x', ...few], Buffer.alloc(0)), 'd')).toHaveLength(200);
  });
});

describe('inputs whose fields differ only in being nullable', () => {
  it('are one stream', async () => {
    const rows = (isNullable: boolean, values: (number | null)[]) => {
      const x = vectorFromArray(values, new Int32());
      const schema = new Schema([new Field('x', new Int32(), isNullable)]);
      return new RecordBatch(schema, batch({ x }).data);
    };
    writeFileSync(file('full'), streamOf([rows(false, [2, 1])]));
    writeFileSync(file('nulls'), streamOf([rows(true, [null, 0])]));
    const args = ['scan', '--op', 'sum', '--column', 'x', '--input', file('full'), '--input', file('nulls')];
    const found = await runs([...args, '--by', 'x'], Buffer.alloc(0));
    expect(valuesOf(found, 'x')).toHaveLength(4);
    expect(tableFromIPC(found).schema.fields.every(({ nullable }) => nullable)).toBe(true);
  });
});

describe('keys', () => {
  async function groups(key: Vector | Data): Promise<unknown[]> {
    const { length } = key;
    const x = vectorFromArray(new Float32Array(length).fill(1));
    const found = await runs(
      ['reduce', '--op', 'count', '--by', 'key', '--column', 'x', '--unsorted'],
      streamOf([batch({ key, x })]),
    );
    return valuesOf(found, 'count').map(Number);
  }

  it('of lists differ in NaN, null and infinity, and by where a text ends', async () => {
    const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
    expect(await groups(lists([[nan], [null], [infinity], [], null, [nan]]))).toEqual([2, 1, 1, 1, 1]);
    expect(await groups(lists([['a,b'], ['a', 'b'], [null], ['null'], ['a', 'b']], new Utf8()))).toEqual([1, 2, 1, 1]);
  });

  it('of floats are one for all NaNs, and one for -0 and 0', async () => {
    const bits = Uint32Array.of(0x7fc00000, 0x80000000, 0xffc00001, 0, 0x3f800000);
    const type = new Float32();
    expect(await groups(makeData({ type, data: new Float32Array(bits.buffer) }))).toEqual([2, 2, 1]);
    const valueOffsets = Int32Array.of(0, 1, 2, 3, 4, 5);
    const child = makeData({ type, data: new Float32Array(bits.buffer) });
    const inLists = makeData({ type: new List(new Field('item', type)), valueOffsets, child });
    expect(await groups(inLists as Data)).toEqual([2, 2, 1]);
    const halves = makeData({ type: new Float16(), data: Uint16Array.of(0x7e00, 0x8000, 0xfe01, 0, 0x3c00) });
    expect(await groups(halves as Data)).toEqual([2, 2, 1]);
  });

  it('of nanoseconds keep all digits, with nulls as well', async () => {
    const data = BigInt64Array.of(2n ** 60n, 2n ** 60n + 1n, 0n, 2n ** 60n);
    const type = new TimestampNanosecond();
    expect(await groups(makeData({ type, data, nullBitmap: Uint8Array.of(0b1011) }) as Data)).toEqual([2, 1, 1]);
  });
});

describe('columns of other types than numbers', () => {
  const numbers = 'allowed: Int8 to Int64, Uint8 to Uint64, Float16 to Float64, Date, Time, Timestamp, Duration';
  const others = COLUMNS.filter(
    ([
      ,
      {
        vector: { type },
      },
    ]) => {
      const items = listKind(type) ? (type.children[0] as Field).type : type;
      return !isNumeric(items);
    },
  );

  it.each(others)('are refused by name: %s', async (name, { vector }) => {
    const rows = streamOf([batch({ v: vector, g: vectorFromArray([1, 1, 1, 2, 2, 2], new Int32()) })]);
    for (const args of [['sort'], ['reduce', '--op', 'sum', '--by', 'g'], ['top-k', '--k', '1']]) {
      const { exit, stderr, stdout } = await run(device(), [...args, '--column', 'v'], rows);
      const says = `--column: 'v' is a column of ${vector.type}; ${numbers}, and List, LargeList and FixedSizeList of these`;
      expect([exit, stdout.length, stderr], name).toEqual([65, 0, expect.stringContaining(says)]);
    }
    const { stderr } = await run(device(), ['sample', '--column', 'v'], rows);
    expect(stderr).toContain(`--column: 'v' is a column of ${vector.type}; ${numbers}`);
  });

  it('do not block commands on others, and are left out by --columns', async () => {
    const found = await runs(['sort', '--column', 'x', '--columns', 'list<utf8>,map'], inBatchesOf(every));
    const columns = COLUMNS.filter(([name]) => name === 'list<utf8>' || name === 'map');
    expectRows(found, [3, 4, 1, 0, 5, 2], columns);
    expect(tableFromIPC(found).schema.fields.map(({ name }) => name)).toEqual(['x', 'list<utf8>', 'map']);
  });
});

describe('rows that cannot be moved', () => {
  it('of a later type of Arrow are refused by name, nested as well', () => {
    const later = { typeId: 25, toString: () => 'ListView', children: [] } as unknown as DataType;
    const says = "column 'v': ListView, whose rows cannot be moved";
    expect(() => requireMovableRows([new Field('v', later)])).toThrow(says);
    expect(() => requireMovableRows([new Field('v', new List(new Field('item', later)))])).toThrow(says);
    expect(() => requireMovableRows(every.schema.fields)).not.toThrow();
  });

  it.each([
    ['fall', Int32Array.of(0, 3, 1), 'goes from 3 to 1'],
    ['exceed the child', Int32Array.of(0, 1, 9), 'goes from 1 to 9; allowed: 0 to 4'],
  ])('because offsets %s are refused before any output', async (_, valueOffsets, says) => {
    const child = makeData({ type: new Int32(), data: Int32Array.of(1, 2, 3, 4) });
    const v = makeData({ type: new List(new Field('item', new Int32())), length: 2, valueOffsets, child });
    const rows = batch({ x: vectorFromArray([2, 1], new Int32()), v: v as Data });
    expect(() => takenRows(rows.data.children.slice(1), Uint32Array.of(1, 0))).toThrow(says);
  });
});
