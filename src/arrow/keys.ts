/** Columns that rows are grouped by: numbers, or texts and booleans, which have codes. */
import { type DataType, Type, Utf8, Vector, vectorFromArray } from 'apache-arrow';
import { gathered, type NumberArray } from '../api/arrays.ts';
import { SegmentedError } from '../checks.ts';
import { flatData } from './build.ts';
import { validityOf } from './column.ts';
import { type Chunk, type Column, columnOf } from './shape.ts';
import { arrayOf, isNumeric, NUMERIC_ALLOWED } from './types.ts';

/** A column of numbers without chunks. */
export interface NumberKeys {
  readonly kind: 'numbers';
  readonly type: DataType;
  readonly values: NumberArray;
  /** One byte a row, 0 for null; undefined if no row is null. */
  readonly valid: Uint8Array | undefined;
}

/** A column of entries: texts or booleans, also those of a dictionary. */
export interface CodedKeys {
  readonly kind: 'codes';
  /** The index of each row's entry among the distinct entries, in ascending order. */
  readonly codes: Uint32Array;
  readonly entries: readonly Entry[];
  /** The type of entries that are no texts. */
  readonly type: DataType | undefined;
  readonly valid: Uint8Array | undefined;
}

export type KeyColumn = NumberKeys | CodedKeys;

type Entry = string | boolean;

/** Number of the type LargeUtf8 in the Arrow format. Not every version of `apache-arrow` has the type. */
const LARGE_UTF8 = 20;

const ALLOWED = `${NUMERIC_ALLOWED}, Bool, Utf8, and Dictionary of these`;

const isText = ({ typeId }: DataType) => typeId === Type.Utf8 || (typeId as number) === LARGE_UTF8;

function unsupported(name: string, type: unknown): SegmentedError {
  return new SegmentedError('unsupported-type', `${name}: a column of ${String(type)}; allowed: ${ALLOWED}`);
}

/** All numbers of a column. */
function numbersOf({ type, chunks, length }: Column): NumberArray {
  const all = arrayOf(type, length);
  let at = 0;
  for (const { values, length: rows } of chunks) {
    (all as Uint8Array).set((values as Uint8Array).subarray(0, rows), at);
    at += rows;
  }
  return all;
}

/** The entries of a chunk, one a row. Those of null rows have any value. */
function chunkEntries({ values, offsets, offset, length }: Chunk, type: DataType): Entry[] {
  if (isText(type)) {
    const decoder = new TextDecoder();
    const bytes = values as Uint8Array;
    return Array.from({ length }, (_, i) => decoder.decode(bytes.subarray(Number(offsets[i]), Number(offsets[i + 1]))));
  }
  const bit = (i: number) => Boolean(((values[i >> 3] as number) >> (i & 7)) & 1);
  return Array.from({ length }, (_, i) => bit(offset + i));
}

const ascending = (a: Entry, b: Entry) => (a < b ? -1 : Number(b < a));

/** Gives each distinct entry a code. */
class Codes {
  readonly #codes = new Map<Entry, number>();

  /** The codes of entries, in the order of their first occurrence. */
  of(entries: readonly Entry[]): number[] {
    return entries.map((entry) => {
      const known = this.#codes.get(entry);
      if (known === undefined) this.#codes.set(entry, this.#codes.size);
      return known ?? this.#codes.size - 1;
    });
  }

  /** The distinct entries in ascending order, and the index of each code there. */
  inOrder(): { readonly entries: Entry[]; readonly slots: Uint32Array } {
    const entries = [...this.#codes.keys()].sort(ascending);
    const slots = new Uint32Array(entries.length);
    entries.forEach((entry, slot) => {
      slots[this.#codes.get(entry) as number] = slot;
    });
    return { entries, slots };
  }
}

/** Rows of a dictionary that are valid by themselves may name an entry that is null. */
interface EntryNulls {
  readonly valid: Uint8Array | undefined;
}

/** The dictionary of a chunk, whose entries have a type that rows can be grouped by. */
function dictionaryOf(name: string, chunk: Chunk): Column & EntryNulls {
  const dictionary = columnOf(chunk.dictionary, `${name}.dictionary`, ALLOWED);
  const { type, chunks, length } = dictionary;
  if (!isText(type) && !isNumeric(type) && type.typeId !== Type.Bool) throw unsupported(name, type);
  return { ...dictionary, valid: validityOf(chunks, length) };
}

/** For each row of a column of codes, whether the row and its entry are valid; undefined if none is null. */
function validRows({ chunks, length }: Column, dictionaries: readonly EntryNulls[]): Uint8Array | undefined {
  const own = validityOf(chunks, length);
  if (dictionaries.every(({ valid }) => !valid)) return own;
  const all = own ?? new Uint8Array(length).fill(1);
  let at = 0;
  chunks.forEach(({ values, length: rows }, k) => {
    const valid = dictionaries[k]?.valid;
    for (let i = 0; valid && i < rows; i++) if (valid[Number(values[i])] === 0) all[at + i] = 0;
    at += rows;
  });
  return all;
}

/** The codes of a chunk's rows. The entries of a dictionary that no row has get codes too. */
function chunkCodes(chunk: Chunk, type: DataType, dictionary: Column | undefined, codes: Codes): number[] {
  if (!dictionary) return codes.of(chunkEntries(chunk, type));
  const ofEntries = dictionary.chunks.flatMap((each) => codes.of(chunkEntries(each, dictionary.type)));
  return Array.from({ length: chunk.length }, (_, i) => ofEntries[Number(chunk.values[i])] ?? 0);
}

/** The type of the entries that a dictionary holds. */
function entryType({ type, chunks }: Column): DataType {
  if (type.typeId !== Type.Dictionary) return type;
  const [first] = chunks;
  return first ? columnOf(first.dictionary).type : (type as unknown as { dictionary: DataType }).dictionary;
}

/** The items of some rows, bit for bit. A number that the engine reads and writes may lose a NaN's bits. */
export function itemsAt(values: NumberArray, rows: Uint32Array): NumberArray {
  const items = { itemBytes: values.BYTES_PER_ELEMENT, bytes: new Uint8Array(values.slice().buffer as ArrayBuffer) };
  const Class = values.constructor as new (buffer: ArrayBufferLike) => NumberArray;
  return new Class(gathered(items, rows).bytes.buffer);
}

/** A dictionary of numbers as the numbers of its rows: a group's key is the number of its first row, bit for bit. */
function decodedNumbers(name: string, column: Column): NumberKeys {
  const { chunks, length } = column;
  const type = entryType(column);
  const dictionaries = chunks.map((chunk) => dictionaryOf(name, chunk));
  const all = arrayOf(type, length);
  let at = 0;
  chunks.forEach((chunk, k) => {
    const entries = numbersOf(dictionaries[k] as Column);
    // The index of a null row may be any number.
    const index = (i: number) => Math.min(Number(chunk.values[i]) >>> 0, entries.length - 1);
    if (entries.length > 0) {
      const items = itemsAt(
        entries,
        Uint32Array.from({ length: chunk.length }, (_, i) => index(i)),
      );
      (all as Uint8Array).set(items as Uint8Array, at);
    }
    at += chunk.length;
  });
  return { kind: 'numbers', type, values: all, valid: validRows(column, dictionaries) };
}

function codedKeys(name: string, column: Column): CodedKeys {
  const { type, chunks, length } = column;
  const dictionaries = type.typeId === Type.Dictionary ? chunks.map((chunk) => dictionaryOf(name, chunk)) : [];
  const known = new Codes();
  const codes = new Uint32Array(length);
  let at = 0;
  chunks.forEach((chunk, k) => {
    codes.set(chunkCodes(chunk, type, dictionaries[k], known), at);
    at += chunk.length;
  });
  const { entries, slots } = known.inOrder();
  const plain = entryType(column);
  return {
    kind: 'codes',
    codes: codes.map((code) => slots[code] as number),
    entries,
    type: isText(plain) ? undefined : plain,
    valid: validRows(column, dictionaries),
  };
}

/** Reads a column that rows are grouped by. `name`: its name in messages. */
export function readKeys(name: string, given: unknown): KeyColumn {
  const column = columnOf(given, name, 'an Arrow column: an object with type.typeId and data');
  const { type, chunks, length } = column;
  if (isNumeric(type)) {
    return { kind: 'numbers', type, values: numbersOf(column), valid: validityOf(chunks, length) };
  }
  if (!isText(type) && type.typeId !== Type.Bool && type.typeId !== Type.Dictionary) throw unsupported(name, type);
  return isNumeric(entryType(column)) ? decodedNumbers(name, column) : codedKeys(name, column);
}

/** The keys of some rows as a column. Texts are Utf8, and the entries of a dictionary are a column of their type. */
export function keysAt(column: KeyColumn, rows: Uint32Array): Vector {
  const { valid } = column;
  const validAt = valid && Uint8Array.from(rows, (row) => valid[row] as number);
  if (column.kind === 'numbers') {
    const { type, values } = column;
    return new Vector([flatData(type, itemsAt(values, rows), validAt)]);
  }
  const { codes, entries, type } = column;
  const found = Array.from(rows, (row, i) => (validAt?.[i] === 0 ? null : entries[codes[row] as number]));
  return vectorFromArray(found as never[], (type ?? new Utf8()) as DataType) as Vector;
}
