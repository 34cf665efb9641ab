import { type Data, type DataType, Field, FixedSizeList, List, makeData, Vector } from 'apache-arrow';
import type { NumberArray } from '../api/arrays.ts';
import type { ListColumn } from './column.ts';
import { typeOfClass } from './types.ts';

/** Arrow's validity bits, and how many are clear. */
function validityBits(valid: Uint8Array | undefined): { nullBitmap?: Uint8Array; nullCount: number } {
  if (!valid) return { nullCount: 0 };
  const nullBitmap = new Uint8Array(Math.ceil(valid.length / 8));
  let nullCount = 0;
  for (let i = 0; i < valid.length; i++) {
    if (valid[i]) nullBitmap[i >> 3] = (nullBitmap[i >> 3] as number) | (1 << (i & 7));
    else nullCount++;
  }
  return nullCount === 0 ? { nullCount } : { nullBitmap, nullCount };
}

/** A flat chunk. */
export function flatData(type: DataType, data: NumberArray, valid: Uint8Array | undefined): Data {
  return makeData({ type, length: data.length, data, ...validityBits(valid) } as Parameters<
    typeof makeData
  >[0]) as Data;
}

/** A flat column of results, `width` numbers each: vectors of two to four become lists of fixed size. */
export function resultVector(
  type: DataType | undefined,
  data: NumberArray,
  width: number,
  valid: Uint8Array | undefined,
): Vector {
  const child = flatData(type ?? typeOfClass(data), data, undefined);
  if (width === 1) return new Vector([flatData(child.type, data, valid)]);
  const lists = new FixedSizeList(width, new Field('item', child.type, false));
  return new Vector([makeData({ type: lists, length: data.length / width, child, ...validityBits(valid) })]);
}

/** A column of the same rows on other items. `itemType`: of items that are not the column's own. */
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
  // Int32Array.from and BigInt64Array.from of a million offsets go through an iterator; a signed view does not.
  const signed = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length);
  const valueOffsets = kind === 'List' ? signed : BigInt64Array.from(offsets, BigInt);
  return new Vector([makeData({ ...shared, valueOffsets } as never) as Data]);
}

/** The type of lists of the same kind of other items, none of them null. */
function ofItems(type: DataType, itemType: DataType): DataType {
  const item = new Field('item', itemType, false);
  if (type instanceof FixedSizeList) return new FixedSizeList(type.listSize, item);
  const Lists = type.constructor as new (item: Field) => DataType;
  return type instanceof List ? new List(item) : new Lists(item);
}
