/** A column of every Arrow type that apache-arrow reads, nested ones too, with nulls. */
import * as arrow from 'apache-arrow';

const { Field, List, Struct } = arrow;

/** A column, and its values as plain data, from which no code of the program has read. */
export interface TypedColumn {
  readonly vector: arrow.Vector;
  readonly values: readonly unknown[];
}

const item = (type: arrow.DataType) => new Field('item', type, true);

/** The values of a vector as plain data: lists as arrays, bytes as arrays of numbers, maps as pairs. */
export function plain(value: unknown): unknown {
  if (value instanceof arrow.Vector) return Array.from(value, plain);
  if (value instanceof arrow.StructRow) return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]));
  if (value instanceof arrow.MapRow) return [...value].map(([key, each]) => [key, plain(each)]);
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
  if (Array.isArray(value)) return value.map(plain);
  return value;
}

const built = (type: arrow.DataType, values: readonly unknown[]): TypedColumn => ({
  vector: arrow.vectorFromArray(values as never[], type) as arrow.Vector,
  values,
});

/** A column of numbers by their array, with one null. */
function ofArray(type: arrow.DataType, data: ArrayBufferView, stride = 1): TypedColumn {
  const numbers = data as Int32Array;
  const length = numbers.length / stride;
  const nullBitmap = Uint8Array.of(0b1111_1011);
  const vector = new arrow.Vector([arrow.makeData({ type, length, data: numbers, nullBitmap } as never) as arrow.Data]);
  return { vector, values: Array.from({ length }, (_, i) => (i === 2 ? null : plain(vector.get(i)))) };
}

const TEXTS = ['b', null, 'a text of more than twelve bytes', '', 'ä', 'another text that is long'];
const BYTES = TEXTS.map((text) => (text === null ? null : [...Buffer.from(text)]));
const FLOATS = [2.5, null, Number.NaN, Number.POSITIVE_INFINITY, -0, 1e-40];
const HALVES = Uint16Array.of(0x3c00, 0x7c01, 0xc000, 0x8000, 0x7bff, 0xfc00);
const LISTS = [[2, 1], null, [], [null, 7], [4, 3, 9], [5]];

const bytes = (type: arrow.DataType): TypedColumn => ({
  vector: arrow.vectorFromArray(BYTES.map((each) => each && Uint8Array.from(each)) as never[], type) as arrow.Vector,
  values: BYTES,
});

const lists = (type: arrow.DataType, values: readonly unknown[] = LISTS) => built(new List(item(type)), values);

/** Lists of one size by their items. */
function fixedSize(child: TypedColumn, size: number): TypedColumn {
  const type = new arrow.FixedSizeList(size, item(child.vector.type));
  const length = child.values.length / size;
  const [data] = child.vector.data;
  const nullBitmap = Uint8Array.of(0b1111_1101);
  const vector = new arrow.Vector([arrow.makeData({ type, length, child: data, nullBitmap } as never) as arrow.Data]);
  const at = (i: number) => child.values.slice(i * size, (i + 1) * size);
  return { vector, values: Array.from({ length }, (_, i) => (i === 1 ? null : at(i))) };
}

/** Lists of any column by offsets. Row 1 is null, and its items are no row's. */
function listsOf(child: TypedColumn, wide = false): TypedColumn {
  const offsets = [0, 2, 3, 3, 5, 6, 6];
  const type = wide ? new arrow.LargeList(item(child.vector.type)) : new List(item(child.vector.type));
  const valueOffsets = wide ? BigInt64Array.from(offsets, BigInt) : Int32Array.from(offsets);
  const parts = { child: child.vector.data[0], valueOffsets, nullBitmap: Uint8Array.of(0b1111_1101) };
  const vector = new arrow.Vector([arrow.makeData({ type, length: 6, ...parts } as never) as arrow.Data]);
  const at = (i: number) => child.values.slice(offsets[i], offsets[i + 1]);
  return { vector, values: Array.from({ length: 6 }, (_, i) => (i === 1 ? null : at(i))) };
}

function struct(members: Record<string, TypedColumn>): TypedColumn {
  const names = Object.keys(members);
  const type = new Struct(names.map((name) => new Field(name, members[name]?.vector.type as arrow.DataType, true)));
  const children = names.map((name) => members[name]?.vector.data[0]);
  const parts = { children, nullBitmap: Uint8Array.of(0b1110_1111) };
  const vector = new arrow.Vector([arrow.makeData({ type, length: 6, ...parts } as never) as arrow.Data]);
  const at = (i: number) => Object.fromEntries(names.map((name) => [name, members[name]?.values[i]]));
  return { vector, values: Array.from({ length: 6 }, (_, i) => (i === 4 ? null : at(i))) };
}

function union(isDense: boolean): TypedColumn {
  const [numbers, texts] = [built(new arrow.Int32(), [5, null, 7, 8, 9, 10]), built(new arrow.Utf8(), TEXTS)];
  const fields = [new Field('n', new arrow.Int32(), true), new Field('t', new arrow.Utf8(), true)];
  const Union = isDense ? arrow.DenseUnion : arrow.SparseUnion;
  const type = new Union([3, 7], fields);
  const typeIds = Int8Array.of(7, 3, 3, 7, 7, 3);
  const valueOffsets = Int32Array.of(0, 0, 1, 1, 2, 2);
  const children = [numbers.vector.data[0], texts.vector.data[0]];
  const parts = { typeIds, children, ...(isDense ? { valueOffsets } : {}) };
  const vector = new arrow.Vector([arrow.makeData({ type, length: 6, ...parts } as never) as arrow.Data]);
  const values = Array.from(
    typeIds,
    (id, i) => (id === 3 ? numbers : texts).values[isDense ? (valueOffsets[i] as number) : i],
  );
  return { vector, values };
}

const dictionary = (indices: arrow.Int8 | arrow.Uint32 = new arrow.Int8(), id = 1) =>
  built(new arrow.Dictionary(new arrow.Utf8(), indices as arrow.Int8, id), ['x', null, 'y', 'x', '', 'z']);

function map(): TypedColumn {
  const entries = struct({
    key: built(new arrow.Utf8(), ['k', 'l', 'm', 'n', 'o', 'p']),
    value: lists(new arrow.Int32()),
  });
  const [given] = entries.vector.data as [arrow.Data];
  const fields = [
    new Field('key', new arrow.Utf8(), false),
    new Field('value', new List(item(new arrow.Int32())), true),
  ];
  const child = arrow.makeData({
    type: new Struct(fields),
    length: 6,
    children: given.children,
  } as never) as arrow.Data;
  const offsets = [0, 2, 2, 2, 3, 5, 6];
  const type = new arrow.Map_(new Field('entries', new Struct(fields), false) as never);
  const parts = { child, valueOffsets: Int32Array.from(offsets), nullBitmap: Uint8Array.of(0b1111_1011) };
  const vector = new arrow.Vector([arrow.makeData({ type, length: 6, ...parts } as never) as arrow.Data]);
  const pairs = ['k', 'l', 'm', 'n', 'o', 'p'].map((key, i) => [key, LISTS[i]]);
  return { vector, values: offsets.slice(0, 6).map((at, i) => (i === 2 ? null : pairs.slice(at, offsets[i + 1]))) };
}

const BIG = [2n ** 53n + 1n, null, -(2n ** 63n), 5n, 0n, 2n ** 62n];
const numbers = (values: ArrayLike<number | null>) => Array.from(values);

/** Six rows of every type. */
export const EVERY_TYPE: Readonly<Record<string, TypedColumn>> = {
  null: {
    vector: new arrow.Vector([arrow.makeData({ type: new arrow.Null(), length: 6 })]),
    values: Array(6).fill(null),
  },
  bool: built(new arrow.Bool(), [true, null, false, true, true, false]),
  int8: built(new arrow.Int8(), [-128, null, 127, 0, 1, 2]),
  int16: built(new arrow.Int16(), [-3, null, 300, 0, 1, 2]),
  int32: built(new arrow.Int32(), [-(2 ** 31), null, 2 ** 31 - 1, 0, 1, 2]),
  int64: built(new arrow.Int64(), BIG),
  uint8: built(new arrow.Uint8(), [255, null, 3, 0, 1, 2]),
  uint16: built(new arrow.Uint16(), [65535, null, 3, 0, 1, 2]),
  uint32: built(new arrow.Uint32(), [2 ** 32 - 1, null, 3, 0, 1, 2]),
  uint64: built(new arrow.Uint64(), [2n ** 64n - 1n, null, 3n, 0n, 1n, 2n]),
  float16: ofArray(new arrow.Float16(), HALVES),
  float32: built(new arrow.Float32(), numbers(FLOATS.map((x) => (x === null ? x : Math.fround(x))))),
  float64: built(new arrow.Float64(), FLOATS),
  decimal128: ofArray(
    new arrow.Decimal(2, 20, 128),
    Uint32Array.from({ length: 24 }, (_, i) => i * 7),
    4,
  ),
  decimal256: ofArray(
    new arrow.Decimal(2, 60, 256),
    Uint32Array.from({ length: 48 }, (_, i) => i * 7),
    8,
  ),
  dateDay: ofArray(new arrow.DateDay(), Int32Array.of(1, -1, 3, 20000, 5, 6)),
  dateMillisecond: ofArray(new arrow.DateMillisecond(), BigInt64Array.of(86400000n, -1n, 3n, 4n, 5n, 6n)),
  timeSecond: ofArray(new arrow.TimeSecond(), Int32Array.of(1, 2, 3, 4, 5, 86399)),
  timeNanosecond: ofArray(new arrow.TimeNanosecond(), BigInt64Array.of(1n, 2n, 3n, 4n, 5n, 86399999999999n)),
  timestampSecond: ofArray(new arrow.TimestampSecond(), BigInt64Array.of(1n, 2n, 3n, 4n, 5n, -6n)),
  timestampMicrosecond: ofArray(
    new arrow.TimestampMicrosecond('Asia/Tokyo'),
    BigInt64Array.of(1n, 2n, 3n, 4n, 5n, -6n),
  ),
  timestampNanosecond: ofArray(new arrow.TimestampNanosecond(), BigInt64Array.of(1n, 2n, 3n, 4n, 5n, 2n ** 60n)),
  intervalYearMonth: ofArray(new arrow.IntervalYearMonth(), Int32Array.of(13, 2, 3, 4, 5, 6)),
  intervalDayTime: ofArray(
    new arrow.IntervalDayTime(),
    Int32Array.from({ length: 12 }, (_, i) => i),
    2,
  ),
  intervalMonthDayNano: ofArray(
    new arrow.IntervalMonthDayNano(),
    Int32Array.from({ length: 24 }, (_, i) => i),
    4,
  ),
  durationMillisecond: ofArray(new arrow.DurationMillisecond(), BigInt64Array.of(1n, 2n, 3n, 4n, 5n, -6n)),
  fixedSizeBinary: ofArray(
    new arrow.FixedSizeBinary(3),
    Uint8Array.from({ length: 18 }, (_, i) => i),
    3,
  ),
  utf8: built(new arrow.Utf8(), TEXTS),
  largeUtf8: built(new arrow.LargeUtf8(), TEXTS),
  utf8View: built(new arrow.Utf8View(), TEXTS),
  binary: bytes(new arrow.Binary()),
  largeBinary: bytes(new arrow.LargeBinary()),
  binaryView: bytes(new arrow.BinaryView()),
  dictionary: dictionary(),
  'list<float32>': lists(new arrow.Float32()),
  'list<int32>': lists(new arrow.Int32()),
  'list<uint8>': lists(new arrow.Uint8()),
  'list<bool>': lists(new arrow.Bool(), [[true, false], null, [], [null, true], [false, false, true], [true]]),
  'list<utf8>': listsOf(built(new arrow.Utf8(), TEXTS)),
  'list<utf8View>': listsOf(built(new arrow.Utf8View(), TEXTS)),
  'list<int64>': listsOf(built(new arrow.Int64(), BIG)),
  'list<timestamp>': listsOf(ofArray(new arrow.TimestampNanosecond(), BigInt64Array.of(1n, 2n, 3n, 4n, 5n, 2n ** 60n))),
  'list<list<int32>>': listsOf(lists(new arrow.Int32())),
  'list<struct>': listsOf(struct({ a: built(new arrow.Utf8(), TEXTS), b: lists(new arrow.Int32()) })),
  'list<null>': listsOf({
    vector: new arrow.Vector([arrow.makeData({ type: new arrow.Null(), length: 6 })]),
    values: Array(6).fill(null),
  }),
  'list<denseUnion>': listsOf(union(true)),
  'list<dictionary>': listsOf(dictionary(new arrow.Uint32(), 2)),
  'largeList<float32>': listsOf(
    built(
      new arrow.Float32(),
      FLOATS.map((x) => (x === null ? x : Math.fround(x))),
    ),
    true,
  ),
  'largeList<list<uint8>>': listsOf(lists(new arrow.Uint8()), true),
  'fixedSizeList<int16>': fixedSize(built(new arrow.Int16(), [1, 2, null, 4, 5, 6, 7, 8, 9, 10, 11, 12]), 2),
  'fixedSizeList<utf8>': fixedSize(built(new arrow.Utf8(), [...TEXTS, ...TEXTS]), 2),
  'fixedSizeList<list<int32>>': fixedSize(lists(new arrow.Int32(), [...LISTS, ...LISTS]), 2),
  struct: struct({
    n: built(new arrow.Int32(), [1, null, 3, 4, 5, 6]),
    l: lists(new arrow.Float64()),
    v: built(new arrow.Utf8View(), TEXTS),
  }),
  'struct<struct>': struct({ s: struct({ b: built(new arrow.Bool(), [true, null, false, true, true, false]) }) }),
  denseUnion: union(true),
  sparseUnion: union(false),
  map: map(),
};

/** Types in the enumeration of apache-arrow that are names of others, with a unit or a width. */
export const READ_TYPES = Object.values(arrow.Type)
  .map(Number)
  .filter((id) => id > 0);
