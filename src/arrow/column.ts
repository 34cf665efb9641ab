import { type DataType, type FixedSizeList, Type } from 'apache-arrow';
import type { NumberArray } from '../api/arrays.ts';
import { inWords, isWhole, refused, SegmentedError } from '../checks.ts';
import { type Chunk, type Column, columnOf } from './shape.ts';
import { arrayOf, isNumeric, isTime, type ListKind, listKind, NUMERIC_ALLOWED } from './types.ts';

/** A list column without chunks and slices: one array of items, and one of offsets. */
export interface ListColumn {
  readonly type: DataType;
  readonly kind: ListKind;
  readonly itemType: DataType;
  /** Row i is items[offsets[i]] to items[offsets[i + 1] - 1]. Null rows of a List or LargeList are empty. */
  readonly offsets: Uint32Array;
  readonly items: NumberArray;
  /** One byte a row, 0 for null; undefined if no row is null. */
  readonly rowValid: Uint8Array | undefined;
  /** One byte an item, 0 for null; undefined if no item is null. */
  readonly itemValid: Uint8Array | undefined;
}

/** Maximum number of items: the library's offsets have 32 bits, and the offsets of a List are signed. */
const MAX_OF_KIND: Readonly<Record<ListKind, number>> = {
  List: 2 ** 31 - 1,
  LargeList: 2 ** 32 - 1,
  FixedSizeList: 2 ** 32 - 1,
};

/** Writes whether elements of a chunk are valid, one byte each, from index `at` on. */
function copyValidity(chunk: Chunk, first: number, count: number, to: Uint8Array, at: number): void {
  const { validity, nullCount, offset } = chunk;
  if (nullCount === 0 || !validity || validity.length === 0) {
    to.fill(1, at, at + count);
    return;
  }
  for (let i = 0; i < count; i++) {
    const bit = offset + first + i;
    to[at + i] = ((validity[bit >> 3] as number) >> (bit & 7)) & 1;
  }
}

/** Whether each element of a column is valid, one byte each; undefined if none is null. */
export function validityOf(chunks: readonly Chunk[], length: number): Uint8Array | undefined {
  if (chunks.every(({ nullCount }) => nullCount === 0)) return undefined;
  const valid = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    copyValidity(chunk, 0, chunk.length, valid, at);
    at += chunk.length;
  }
  return valid;
}

function requireList(given: unknown): Column {
  const column = columnOf(given);
  const { type } = column;
  if (!listKind(type)) {
    const allowed = 'List, LargeList, FixedSizeList';
    throw new SegmentedError('unsupported-type', `column: a Vector of ${String(type)}; allowed: ${allowed}`);
  }
  const [child] = type.children as { type: DataType }[];
  if (!child || !isNumeric(child.type)) {
    const found = `lists of ${String(child?.type)}`;
    throw new SegmentedError('unsupported-type', `column: ${found}; allowed: lists of ${NUMERIC_ALLOWED}`);
  }
  return column;
}

/** Begin and end of a row in its chunk's child. */
function rowBounds({ offsets }: Chunk, type: DataType, kind: ListKind, row: number): [number, number] {
  if (kind === 'FixedSizeList') {
    const { listSize } = type as FixedSizeList;
    return [row * listSize, (row + 1) * listSize];
  }
  return [Number(offsets[row]), Number(offsets[row + 1])];
}

function requireRowInChild(row: number, begin: number, end: number, items: number): void {
  if (begin > end) {
    throw new SegmentedError(
      'offsets-not-monotonic',
      `column: row ${row} goes from ${begin} to ${end}; allowed: offsets that never fall`,
    );
  }
  if (begin < 0 || end > items) {
    throw new SegmentedError(
      'offsets-out-of-range',
      `column: row ${row} goes from ${begin} to ${end}; allowed: 0 to the child's length ${items}`,
    );
  }
}

/** The ranges of children that hold the rows. Consecutive rows share a range if their items are consecutive. */
interface Runs {
  readonly offsets: Uint32Array;
  readonly runs: readonly { readonly child: Chunk; readonly begin: number; readonly end: number }[];
}

function rowRuns({ type, chunks, length: rows }: Column, kind: ListKind, rowValid: Uint8Array | undefined): Runs {
  const offsets = new Uint32Array(rows + 1);
  const runs: { child: Chunk; begin: number; end: number }[] = [];
  let row = 0;
  let items = 0;
  for (const chunk of chunks) {
    const child = chunk.children[0] as Chunk;
    let run = { child, begin: 0, end: 0 };
    for (let i = 0; i < chunk.length; i++, row++) {
      // Items under a null row of a List are ignored. In a FixedSizeList they are kept.
      const empty = kind !== 'FixedSizeList' && rowValid?.[row] === 0;
      const [begin, end] = empty ? [run.end, run.end] : rowBounds(chunk, type, kind, i);
      requireRowInChild(row, begin, end, child.length);
      if (begin !== run.end) {
        runs.push(run);
        run = { child, begin, end };
      }
      run.end = end;
      items += end - begin;
      if (items > MAX_OF_KIND[kind]) {
        throw new SegmentedError('limit-exceeded', `column: ${items} items; allowed: at most ${MAX_OF_KIND[kind]}`);
      }
      offsets[row + 1] = items;
    }
    runs.push(run);
  }
  return { offsets, runs: runs.filter(({ begin, end }) => end > begin) };
}

/**
 * Reads a column of lists. Other columns throw 'unsupported-type'. Items are copied, so that slices and chunks become
 * one array.
 */
export function readLists(given: unknown): ListColumn {
  const column = requireList(given);
  const { type } = column;
  const kind = listKind(type) as ListKind;
  const itemType = (type.children as { type: DataType }[])[0]?.type as DataType;
  const rowValid = validityOf(column.chunks, column.length);
  const { offsets, runs } = rowRuns(column, kind, rowValid);
  const length = offsets[column.length] as number;
  const items = arrayOf(itemType, length);
  const nulls = runs.some(({ child }) => child.nullCount > 0);
  const itemValid = nulls ? new Uint8Array(length) : undefined;
  let at = 0;
  for (const { child, begin, end } of runs) {
    (items as Uint8Array).set((child.values as Uint8Array).subarray(begin, end), at);
    if (itemValid) copyValidity(child, begin, end - begin, itemValid, at);
    at += end - begin;
  }
  return { type, kind, itemType, offsets, items, rowValid, itemValid };
}

/** A column of lists of rows of features, which are lists of `width` numbers. */
export interface FeatureColumn {
  readonly numberType: DataType;
  readonly width: number;
  /** All rows of features, one after another. */
  readonly numbers: NumberArray;
  /** The first row of features of each list, and the number of all. */
  readonly starts: Uint32Array;
  /** List i is rows[offsets[i]] to rows[offsets[i + 1] - 1] of `numbers`. Null rows of features are left out. */
  readonly offsets: Uint32Array;
  readonly rows: Uint32Array;
  /** One byte a list, 0 for null; undefined if no list is null. */
  readonly rowValid: Uint8Array | undefined;
}

/** The most numbers of a row, as in src/api/arrays.ts: an export there would make pages without Arrow larger. */
const MAX_WIDTH = 2 ** 16;

/** Whether rows of features may have numbers of the type. */
function isFeature(type: DataType | undefined): boolean {
  if (!type || !isNumeric(type) || isTime(type)) return false;
  return (
    type.ArrayType.BYTES_PER_ELEMENT === 4 || (type.typeId === Type.Float && type.ArrayType.BYTES_PER_ELEMENT === 2)
  );
}

/** Refuses null numbers, except in a row that is null itself or is of a null list. */
function requireNumbers(runs: Runs['runs'], width: number, valid: Uint8Array): void {
  let at = 0;
  for (const { child, begin, end } of runs) {
    const row = child.children[0] as Chunk;
    if (row.nullCount > 0) {
      const there = new Uint8Array((end - begin) * width);
      copyValidity(row, begin * width, there.length, there, 0);
      const hole = there.findIndex((flag, i) => flag === 0 && valid[at + Math.floor(i / width)] === 1);
      if (hole >= 0) {
        const found = `a null in row of features ${at + Math.floor(hole / width)}`;
        throw refused('unsupported-type', 'column', found, 'numbers, or a row that is null');
      }
    }
    at += end - begin;
  }
}

/** Reads a column whose lists hold lists of fixed size. Undefined for other columns. */
export function readFeatures(given: unknown): FeatureColumn | undefined {
  const column = columnOf(given);
  const { type } = column;
  const kind = listKind(type);
  const items = (type.children as { type: DataType }[] | null)?.[0]?.type;
  if (!kind || items?.typeId !== Type.FixedSizeList) return undefined;
  const { listSize, children } = items as FixedSizeList;
  const numberType = children[0]?.type as DataType;
  if (!isFeature(numberType)) {
    throw refused(
      'unsupported-type',
      'column',
      `lists of ${inWords(items)}`,
      'rows of Int32, Uint32, Float16, Float32',
    );
  }
  const width = listSize;
  if (!isWhole(width) || width < 1 || width > MAX_WIDTH) {
    throw refused('unsupported-type', 'column', `lists of ${items}`, `rows of 1 to ${MAX_WIDTH} numbers`);
  }
  const rowValid = validityOf(column.chunks, column.length);
  const { offsets: starts, runs } = rowRuns(column, kind, rowValid);
  const count = starts[column.length] as number;
  const numbers = arrayOf(numberType, count * width);
  const valid = new Uint8Array(count);
  let at = 0;
  for (const { child, begin, end } of runs) {
    const [row] = child.children as [Chunk];
    if (row.length < child.length * width) {
      const found = `${row.length} numbers in ${child.length} rows of features`;
      throw refused('length-mismatch', 'column', found, `${child.length * width}, ${width} a row`);
    }
    (numbers as Uint8Array).set((row.values as Uint8Array).subarray(begin * width, end * width), at * width);
    copyValidity(child, begin, end - begin, valid, at);
    at += end - begin;
  }
  // A null FixedSizeList has rows of features, but they are no items, and their numbers may be null.
  rowValid?.forEach((flag, list) => {
    if (flag === 0) valid.fill(0, starts[list], starts[list + 1]);
  });
  requireNumbers(runs, width, valid);
  const before = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) before[i + 1] = (before[i] as number) + (valid[i] as number);
  const rows = new Uint32Array(before[count] as number);
  for (let i = 0; i < count; i++) if (valid[i]) rows[before[i] as number] = i;
  const offsets = starts.map((start) => before[start] as number);
  return { numberType, width, numbers, starts, offsets, rows, rowValid };
}
