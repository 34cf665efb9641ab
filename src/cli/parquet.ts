/** Parquet input, by the optional package `hyparquet`: row groups as record batches. */
import * as arrow from 'apache-arrow';
import type { AsyncBuffer, ParquetParsers, ParquetScan, SchemaElement, SchemaTree } from 'hyparquet';
import type { NumberArray } from '../api/arrays.ts';
import { flatData, validityBits } from '../arrow/build.ts';
import { missing, parquetCodecs } from './codecs.ts';
import { batchOf, type Column } from './columns.ts';
import { badData, type Failure } from './exit.ts';

/** The first bytes of a Parquet file. */
export const PARQUET_MAGIC = 'PAR1';

/** Values of a column as hyparquet gives them. Nulls are null or undefined. */
type Values = ArrayLike<unknown>;

const ALLOWED = 'booleans, numbers, strings, bytes, dates, times of a day and timestamps, and lists of them';

/** Dates and timestamps stay numbers, as Arrow has them. */
const RAW: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => millis,
  timestampFromMicroseconds: (micros) => micros,
  timestampFromNanoseconds: (nanos) => nanos,
  dateFromDays: (days) => days,
};

const INTEGERS: Readonly<Record<string, arrow.DataType>> = {
  INT_8: new arrow.Int8(),
  INT_16: new arrow.Int16(),
  INT_32: new arrow.Int32(),
  INT_64: new arrow.Int64(),
  UINT_8: new arrow.Uint8(),
  UINT_16: new arrow.Uint16(),
  UINT_32: new arrow.Uint32(),
  UINT_64: new arrow.Uint64(),
};
const PLAIN: Readonly<Record<string, arrow.DataType>> = {
  BOOLEAN: new arrow.Bool(),
  INT32: new arrow.Int32(),
  INT64: new arrow.Int64(),
  FLOAT: new arrow.Float32(),
  DOUBLE: new arrow.Float64(),
  BYTE_ARRAY: new arrow.Binary(),
};
const CONVERTED: Readonly<Record<string, arrow.DataType>> = {
  ...INTEGERS,
  UTF8: new arrow.Utf8(),
  ENUM: new arrow.Utf8(),
  DATE: new arrow.DateDay(),
  TIME_MILLIS: new arrow.TimeMillisecond(),
  TIME_MICROS: new arrow.TimeMicrosecond(),
  TIMESTAMP_MILLIS: new arrow.TimestampMillisecond('UTC'),
  TIMESTAMP_MICROS: new arrow.TimestampMicrosecond('UTC'),
};
const TIMESTAMPS = {
  MILLIS: arrow.TimestampMillisecond,
  MICROS: arrow.TimestampMicrosecond,
  NANOS: arrow.TimestampNanosecond,
};

const TIMES = {
  MILLIS: arrow.TimeMillisecond,
  MICROS: arrow.TimeMicrosecond,
  NANOS: arrow.TimeNanosecond,
};

/** Arrow's type of a leaf. Undefined if it is not read. */
function leafType({ type, converted_type: converted, logical_type: logical }: SchemaElement) {
  if (logical?.type === 'TIMESTAMP') {
    return new TIMESTAMPS[logical.unit](logical.isAdjustedToUTC ? 'UTC' : null);
  }
  if (logical?.type === 'TIME') return new TIMES[logical.unit]();
  if (logical?.type === 'INTEGER') return INTEGERS[`${logical.isSigned ? '' : 'U'}INT_${logical.bitWidth}`];
  if (logical?.type === 'STRING' || logical?.type === 'ENUM') return CONVERTED.UTF8;
  if (logical?.type === 'DATE') return CONVERTED.DATE;
  if (converted !== undefined) return CONVERTED[converted];
  return logical === undefined ? PLAIN[type ?? ''] : undefined;
}

/** The item of a list in three levels, as Parquet's specification has them. */
function itemOf({ element, children }: SchemaTree): SchemaTree | undefined {
  const isList = element.converted_type === 'LIST' || element.logical_type?.type === 'LIST';
  const [repeated, ...others] = children;
  if (!isList || others.length > 0 || repeated?.element.repetition_type !== 'REPEATED') return undefined;
  const [item, ...more] = repeated.children;
  return more.length === 0 && item?.children.length === 0 ? item : undefined;
}

const isNullable = ({ element }: SchemaTree) => element.repetition_type !== 'REQUIRED';

/** What Parquet calls a type: the logical one with its numbers, or the stored one. */
function typeName({ type, type_length: bytes, converted_type, logical_type: logical, ...rest }: SchemaElement): string {
  const { precision, scale, unit } = { ...rest, ...logical } as { precision?: number; scale?: number; unit?: string };
  const numbers = [precision, scale, unit].filter((each) => each !== undefined);
  const name = logical?.type ?? converted_type ?? `${type}${bytes === undefined ? '' : `(${bytes})`}`;
  return numbers.length > 0 ? `${name}(${numbers.join(', ')})` : name;
}

/** The field of a column, or the error of one that is not read. */
function fieldOf(column: SchemaTree): arrow.Field | Failure {
  const { element, children } = column;
  const item = itemOf(column);
  const isLeaf = children.length === 0 && element.repetition_type !== 'REPEATED';
  const type = isLeaf ? leafType(element) : item && leafType(item.element);
  if (!type) {
    const leaf = isLeaf ? typeName(element) : 'groups';
    const found = item ? `lists of ${typeName(item.element)}` : leaf;
    return badData(`column '${element.name}': ${found} of Parquet; allowed: ${ALLOWED}`);
  }
  const whole = item ? new arrow.List(new arrow.Field(item.element.name, type, isNullable(item))) : type;
  return new arrow.Field(element.name, whole, isNullable(column));
}

const isNull = (value: unknown) => value === null || value === undefined;

/** One byte a value: 1 if it is not null. Undefined if none is null. */
function validOf(values: Values): Uint8Array | undefined {
  if (ArrayBuffer.isView(values)) return undefined;
  const valid = new Uint8Array(values.length);
  let nulls = 0;
  for (let i = 0; i < values.length; i++) {
    if (isNull(values[i])) nulls++;
    else valid[i] = 1;
  }
  return nulls === 0 ? undefined : valid;
}

function leafData(type: arrow.DataType, values: Values): arrow.Data {
  const isNumber = !arrow.DataType.isUtf8(type) && !arrow.DataType.isBinary(type) && !arrow.DataType.isBool(type);
  if (!isNumber) {
    const nullable = Array.from(values, (value) => value ?? null);
    const [data] = nullable.length > 0 ? arrow.vectorFromArray(nullable, type).data : [];
    return (data ?? arrow.makeBuilder({ type }).finish().toVector().data[0]) as arrow.Data;
  }
  const ArrayType = type.ArrayType as new (length: number) => NumberArray;
  if (values instanceof ArrayType) return flatData(type, values, undefined);
  const numbers = new ArrayType(values.length) as unknown as { [index: number]: unknown };
  const isBig = numbers instanceof BigInt64Array || numbers instanceof BigUint64Array;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!isNull(value)) numbers[i] = isBig ? BigInt(value as bigint) : Number(value);
  }
  return flatData(type, numbers as unknown as NumberArray, validOf(values));
}

function columnData(type: arrow.DataType, values: Values): arrow.Data {
  if (!arrow.DataType.isList(type)) return leafData(type, values);
  const valueOffsets = new Int32Array(values.length + 1);
  const items: unknown[] = [];
  for (let i = 0; i < values.length; i++) {
    for (const item of (values[i] ?? []) as Iterable<unknown>) items.push(item);
    valueOffsets[i + 1] = items.length;
  }
  const child = leafData((type.children[0] as arrow.Field).type, items);
  const bits = validityBits(validOf(values));
  return arrow.makeData({ type, length: values.length, valueOffsets, child, ...bits } as never) as arrow.Data;
}

async function loadHyparquet() {
  try {
    return await import('hyparquet');
  } catch (cause) {
    throw missing('Parquet', 'hyparquet', cause);
  }
}

/** Record batches of a Parquet file: one a row group, or more if `columns` of the file are cut. */
export interface ParquetReader {
  readonly schema: arrow.Schema;
  /** Columns of types that are not read, by name. */
  readonly refused: ReadonlyMap<string, Failure>;
  readonly numRecordBatches: number;
  /** Chooses the columns that batches have. The pages of others are not read. */
  select(names: readonly string[]): void;
  next(): Promise<IteratorResult<arrow.RecordBatch, undefined>>;
}

async function batchAt({ readColumn, ranges }: ParquetScan, fields: readonly arrow.Field[], index: number) {
  const range = ranges[index] as ParquetScan['ranges'][number];
  const columns: Column[] = [];
  for (const field of fields) {
    const values = await readColumn({ column: field.name, ...range });
    columns.push({ field, data: columnData(field.type, values) });
  }
  return batchOf(columns, range.rowEnd - range.rowStart);
}

/** Opens a Parquet file. Columns that Arrow's types do not hold here are refused by name, when they are wanted. */
export async function openParquet(file: AsyncBuffer): Promise<ParquetReader> {
  const { parquetScan, parquetSchema, snappyUncompress } = await loadHyparquet();
  const compressors = await parquetCodecs(snappyUncompress);
  const scan = await parquetScan({ file, compressors, parsers: RAW, utf8: false, geoparquet: false });
  const found = parquetSchema(scan.metadata).children.map((column) => [column.element.name, fieldOf(column)] as const);
  let fields = found.flatMap(([, field]) => (field instanceof arrow.Field ? [field] : []));
  const refused = found.flatMap(([name, field]) => (field instanceof arrow.Field ? [] : [[name, field] as const]));
  let at = 0;
  return {
    schema: new arrow.Schema(fields),
    refused: new Map(refused),
    numRecordBatches: scan.ranges.length,
    select(names) {
      fields = fields.filter(({ name }) => names.includes(name));
    },
    async next() {
      if (at === scan.ranges.length) return { done: true, value: undefined };
      return { done: false, value: await batchAt(scan, fields, at++) };
    },
  };
}
