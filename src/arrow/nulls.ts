import { type DataType, Type } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import type { HostSegments } from '../api/segments.ts';
import type { ListColumn } from './column.ts';
import { arrayOf, hostArray, numbersOf } from './types.ts';

/** The items of all rows, with the nulls of each row moved to one end. */
export interface Packed {
  readonly items: NumberArray;
  /** Begins and ends of each row's items that are not null. */
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
  /** The former index of each item in its row. */
  readonly from: Uint32Array;
  /** One byte an item, 0 for null. */
  readonly valid: Uint8Array;
}

/** Moves the nulls of every row to its end or its start. The other items keep their order, and so do the nulls. */
export function packNulls(column: ListColumn, itemValid: Uint8Array, nulls: 'first' | 'last'): Packed {
  const { offsets, items, itemType } = column;
  const rows = offsets.length - 1;
  const packed = arrayOf(itemType, items.length);
  const from = new Uint32Array(items.length);
  const valid = new Uint8Array(items.length);
  const begin = new Uint32Array(rows);
  const end = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const first = offsets[row] as number;
    const last = offsets[row + 1] as number;
    let validCount = 0;
    for (let i = first; i < last; i++) validCount += itemValid[i] as number;
    const nullCount = last - first - validCount;
    let at = nulls === 'first' ? first + nullCount : first;
    let nullAt = nulls === 'first' ? first : first + validCount;
    begin[row] = at;
    end[row] = at + validCount;
    for (let i = first; i < last; i++) {
      const to = itemValid[i] ? at++ : nullAt++;
      packed[to] = items[i] as never;
      from[to] = i - first;
      valid[to] = itemValid[i] as number;
    }
  }
  return { items: packed, begin, end, from, valid };
}

/** The items of a column that are not null, and their former indices. */
export interface ValidItems {
  readonly items: HostArray;
  readonly segments: HostSegments;
  /** One byte a row, 1 if it has an item that is not null. */
  readonly filled: Uint8Array;
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
  /** The former index of each item in its row; undefined if no item has moved. */
  readonly from: Uint32Array | undefined;
}

/** Removes the nulls of every row. */
export function validItems(column: ListColumn): ValidItems {
  const { itemType, offsets, items, itemValid } = column;
  const rows = offsets.length - 1;
  const filledBy = (begin: Uint32Array, end: Uint32Array) =>
    Uint8Array.from({ length: rows }, (_, row) => Number((end[row] as number) > (begin[row] as number)));
  if (!itemValid) {
    const [begin, end] = [offsets.subarray(0, rows), offsets.subarray(1)];
    const filled = filledBy(begin, end);
    return { items: hostArray(itemType, items), segments: offsets, filled, begin, end, from: undefined };
  }
  const { items: packed, begin, end, from } = packNulls(column, itemValid, 'last');
  const filled = filledBy(begin, end);
  return { items: hostArray(itemType, packed), segments: { begin, end }, filled, begin, end, from };
}

/** One byte a row, 1 if it has an item for the call: one that is not null, nor a NaN that `nan: 'omit'` leaves out. */
export function filledRows({ itemType }: ListColumn, work: ValidItems, nan: unknown): Uint8Array {
  const { items, filled, begin, end } = work;
  if (nan !== 'omit') return filled;
  const numbers = numbersOf(items);
  const isNan = nanOf(nan, itemType, numbers);
  return filled.map((_, row) => {
    let at = begin[row] as number;
    while (at < (end[row] as number) && isNan(numbers[at] as number)) at++;
    return Number(at < (end[row] as number));
  });
}

/** Which numbers of an array a call leaves out. Those of Float16 are bits. */
export function nanOf(nan: unknown, type: DataType, numbers: NumberArray): (number: number) => boolean {
  if (nan !== 'omit' || type.typeId !== Type.Float) return () => false;
  return numbers instanceof Uint16Array ? (bits) => (bits & 0x7fff) > 0x7c00 : Number.isNaN;
}

/** Makes null rows of lists of fixed size empty segments, because the items under them are no candidates. */
export function withoutNullRows({ kind, rowValid }: ListColumn, { segments, begin, end }: ValidItems): HostSegments {
  if (kind !== 'FixedSizeList' || !rowValid) return segments;
  return { begin, end: end.map((last, row) => (rowValid[row] ? last : (begin[row] as number))) };
}
