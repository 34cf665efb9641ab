import { type Data, type DataType, Field, FixedSizeList, List, makeData, Vector } from 'apache-arrow';
import type { NumberArray } from '../api/arrays.ts';
import type { ListColumn } from './column.ts';
import { typeOfClass } from './types.ts';

/** Makes Arrow's validity bits, and counts the nulls. */
export function validityBits(valid: Uint8Array | undefined): { nullBitmap?: Uint8Array; nullCount: number } {
  if (!valid) return { nullCount: 0 };
  const nullBitmap = new Uint8Array(Math.ceil(valid.length / 8));
  let nullCount = 0;
  for (let i = 0; i < valid.length; i++) {
    if (valid[i]) nullBitmap[i >> 3] = (nullBitmap[i >> 3] as number) | (1 << (i & 7));
    else nullCount++;
  }
  return nullCount === 0 ? { nullCount } : { nullBitmap, nullCount };
}

/** Makes a flat chunk. */
export function flatData(type: DataType, data: NumberArray, valid: Uint8Array | undefined): Data {
  return makeData({ type, length: data.length, data, ...validityBits(valid) } as Parameters<
    typeof makeData
  >[0]) as Data;
}

/** Makes a column of results: of numbers, or with `width` of lists of that many numbers. */
export function resultVector(
  type: DataType | undefined,
  data: NumberArray,
  width: number | undefined,
  valid: Uint8Array | undefined,
): Vector {
  const child = flatData(type ?? typeOfClass(data), data, undefined);
  if (width === undefined) return new Vector([flatData(child.type, data, valid)]);
  const lists = new FixedSizeList(width, new Field('item', child.type, false));
  return new Vector([makeData({ type: lists, length: data.length / width, child, ...validityBits(valid) })]);
}

/** Makes a column with the same rows and other items. `itemType` is given if the items have another type. */
export function listVector(
  column: ListColumn,
  items: NumberArray,
  itemValid: Uint8Array | undefined,
  itemType?: DataType,
): Vector {
  const { kind, offsets, rowValid } = column;
  const type = itemType ? ofItems(column.type, itemType) : column.type;
  const child = flatData(itemType ?? column.itemType, items, itemValid);
  const shared = { type, length: offsets.length - 1, child, ...validityBits(rowValid) };
  if (kind === 'FixedSizeList') return new Vector([makeData(shared as never) as Data]);
  // A signed view needs no copy. Int32Array.from would read a million offsets by an iterator.
  const signed = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length);
  const valueOffsets = kind === 'List' ? signed : BigInt64Array.from(offsets, BigInt);
  return new Vector([makeData({ ...shared, valueOffsets } as never) as Data]);
}

/** Makes a column with other rows of the same items. Its lists have any length, so lists of fixed size become List. */
export function raggedVector(
  column: ListColumn,
  offsets: Uint32Array,
  items: NumberArray,
  itemType?: DataType,
): Vector {
  const { type, kind } = column;
  const lists =
    kind === 'FixedSizeList'
      ? ({ type: new List(new Field('item', column.itemType, true)), kind: 'List' } as const)
      : { type, kind };
  return listVector({ ...column, ...lists, offsets }, items, undefined, itemType);
}

/** The type of lists of the same kind, with items of another type that are never null. */
function ofItems(type: DataType, itemType: DataType): DataType {
  const item = new Field('item', itemType, false);
  if (type instanceof FixedSizeList) return new FixedSizeList(type.listSize, item);
  const Lists = type.constructor as new (item: Field) => DataType;
  return type instanceof List ? new List(item) : new Lists(item);
}
