/** Columns of record batches: found by name, joined, taken row by row. */
import {
  type Data,
  DataType,
  Field,
  List,
  makeBuilder,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Vector,
} from 'apache-arrow';
import { flatData } from '../arrow/build.ts';
import { isNumeric, listKind, NUMERIC_ALLOWED } from '../arrow/types.ts';
import { badData, Failure, located, usage } from './exit.ts';
import type { Values } from './options.ts';
import { requireMovable, takenRows } from './take.ts';

function noColumn(name: string, option: string, names: readonly string[]): Failure {
  return usage(`--${option}: no column '${name}'; allowed: ${names.join(', ')}`);
}

/** The index of a column. `option` is the option that names it. */
export function columnIndex(schema: Schema, name: string, option: string): number {
  const index = schema.fields.findIndex((field) => field.name === name);
  if (index >= 0) return index;
  throw noColumn(
    name,
    option,
    schema.fields.map((field) => field.name),
  );
}

/** Commands whose output has all columns of the input, or that have no --column. Others move only keys. */
const NEED_ALL: readonly string[] = ['sort', 'split', 'combine', 'starts', 'splitters'];

/**
 * Chooses the columns that a command reads: those of its options, and all others if its output has them. An input with
 * a column that is refused is read if no command needs that column.
 */
export function chooseColumns(command: string, { texts }: Values): Choose {
  return ({ fields }, refused) => {
    const readable = fields.map(({ name }) => name);
    const all = [...readable, ...refused.keys()];
    const given = (option: string) =>
      (texts.get(option)?.split(',') ?? []).map((part) => {
        const name = part.trim();
        if (all.includes(name)) return name;
        throw noColumn(name, option, all);
      });
    const [column, named] = [texts.get('column'), [...given('column'), ...given('by')]];
    const [type] = fields.flatMap((field) => (field.name === column ? [field.type] : []));
    const few = !NEED_ALL.includes(command) && (!type || isNumeric(type));
    const chosen = texts.has('columns') ? [...given('columns'), ...named] : few ? named : all;
    const wrong = chosen.find((name) => refused.has(name));
    const failure = wrong === undefined ? undefined : refused.get(wrong);
    if (!failure) return chosen.length === 0 ? readable : chosen;
    if (texts.has('columns') || named.includes(wrong as string)) throw failure;
    throw new Failure(failure.exit, `${failure.message}; or without it: --columns ${readable.join(',')}`, failure);
  };
}

/** Refuses a column that is not of numbers. */
export function requireNumbers({ name, type }: Field, option: string): void {
  if (!isNumeric(type)) throw badData(`--${option}: '${name}' is a column of ${type}; allowed: ${NUMERIC_ALLOWED}`);
}

/** Whether a column is of lists, or of numbers. Others are refused. `features`: lists may hold rows of features. */
export function isListColumn({ name, type }: Field, features: boolean): boolean {
  if (isNumeric(type)) return false;
  const { type: items } = (type.children?.[0] ?? {}) as Partial<Field>;
  const isOfRows = features && items && DataType.isFixedSizeList(items) && isNumeric(itemType(items));
  if (listKind(type) && items && (isNumeric(items) || isOfRows)) return true;
  const allowed = `${NUMERIC_ALLOWED}, and List, LargeList and FixedSizeList of these`;
  throw badData(`--column: '${name}' is a column of ${type}; allowed: ${allowed}`);
}

/** The type of the items of a column of lists, or of the elements of a flat column. */
export function itemType(type: DataType): DataType {
  const [child] = (type.children ?? []) as Field[];
  return child ? child.type : type;
}

/** Numbers of an item of a column of lists: those of a row of features, else one. */
export function itemNumbers(type: DataType): number {
  const items = itemType(type);
  return items !== type && DataType.isFixedSizeList(items) ? items.listSize : 1;
}

/** Bytes of an item. Items without a fixed width count as 8. */
export function itemBytes(type: DataType): number {
  const numbers = itemNumbers(type);
  if (numbers !== 1) return numbers * itemBytes(itemType(type));
  return (itemType(type) as { ArrayType?: { BYTES_PER_ELEMENT?: number } }).ArrayType?.BYTES_PER_ELEMENT ?? 8;
}

/** The bounds of a chunk's lists in its child: row i is child[at(i)] to child[at(i + 1)]. */
export function listBounds({ type, valueOffsets }: Data): (row: number) => number {
  if (DataType.isFixedSizeList(type)) return (row) => row * type.listSize;
  const offsets = valueOffsets as unknown as ArrayLike<number | bigint>;
  return (row) => Number(offsets[row]);
}

/** A column of one chunk. */
export interface Column {
  readonly field: Field;
  readonly data: Data;
}

/** A record batch of columns. */
export function batchOf(columns: readonly Column[], rows: number): RecordBatch {
  const fields = columns.map(({ field }) => field);
  const children = columns.map(({ data }) => data);
  const data = makeData({ type: new Struct(fields), length: rows, nullCount: 0, children });
  return new RecordBatch(new Schema(fields), data);
}

/** A record batch without rows. The one that Arrow makes lacks the children of lists. */
export function emptyBatch({ fields }: Schema): RecordBatch {
  const columns = fields.map((field) => {
    const [data] = makeBuilder({ type: field.type }).finish().toVector().data;
    return { field, data: data as Data };
  });
  return batchOf(columns, 0);
}

/** The columns of a record batch. */
export function columnsOf({ schema, data }: RecordBatch): Column[] {
  return schema.fields.map((field, i) => ({ field, data: data.children[i] as Data }));
}

/** A column of results, which has one chunk. */
export function resultColumn(name: string, { type, data }: Vector): Column {
  return { field: new Field(name, type, true), data: data[0] as Data };
}

function numbers(type: DataType, length: number): Uint8Array {
  return new (type.ArrayType as new (length: number) => Uint8Array)(length);
}

/** Takes rows of chunks of numbers: `chunks` in order, or by `rows`, which index all of them together. */
export function taken(chunks: readonly Data[], rows?: Uint32Array): Data {
  const [first] = chunks as [Data, ...Data[]];
  if (!rows && chunks.length === 1) return first;
  const { type } = first;
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const all = numbers(type, total);
  const valid = chunks.some(({ nullCount }) => nullCount > 0) ? new Uint8Array(total) : undefined;
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk.values.subarray(0, chunk.length), at);
    for (let i = 0; valid && i < chunk.length; i++) valid[at + i] = Number(chunk.getValid(i));
    at += chunk.length;
  }
  if (!rows) return flatData(type, all, valid);
  const data = numbers(type, rows.length);
  for (let i = 0; i < rows.length; i++) data[i] = all[rows[i] as number] as number;
  return flatData(type, data, valid && Uint8Array.from(rows, (row) => valid[row] as number));
}

/** A column at the given rows of its chunks. */
export function movedColumn(field: Field, chunks: readonly Data[], rows: Uint32Array): Column {
  try {
    return { field, data: takenRows(chunks, rows) };
  } catch (error) {
    throw located(`column '${field.name}'`, error);
  }
}

/** Refuses columns whose rows cannot be moved. */
export function requireMovableRows(fields: readonly Field[]): void {
  for (const { name, type } of fields) {
    try {
      requireMovable(type);
    } catch (error) {
      throw located(`column '${name}'`, error);
    }
  }
}

/** Lists of a flat column: list i is items[offsets[i]] to items[offsets[i + 1]]. */
export function listsOf(items: Data, offsets: Uint32Array): Vector {
  const type = new List(new Field('item', items.type, true));
  const valueOffsets = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length);
  return new Vector([makeData({ type, length: offsets.length - 1, nullCount: 0, valueOffsets, child: items })]);
}

/** Names the columns of an input that a command reads. Throws if it needs one that is refused. */
export type Choose = (schema: Schema, refused: ReadonlyMap<string, Failure>) => readonly string[];
