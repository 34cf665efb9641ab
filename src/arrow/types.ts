import { DataType, Float32, Int32, Type, Uint32 } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import { SegmentedError } from '../errors.ts';

/** An Arrow type of list columns. */
export type ListKind = 'List' | 'LargeList' | 'FixedSizeList';

/** The kind of list that a type is; none of other types. A map is a list of structs to Arrow, and none here. */
export function listKind(type: DataType): ListKind | undefined {
  if (type.typeId === Type.List) return 'List';
  if (type.typeId === Type.LargeList) return 'LargeList';
  return type.typeId === Type.FixedSizeList ? 'FixedSizeList' : undefined;
}

/** Arrow types that lie in memory as numbers the library knows. */
export function isNumeric(type: DataType): boolean {
  return DataType.isInt(type) || DataType.isFloat(type) || isTime(type);
}

/** Numbers that are points or spans of time: they have an order, and most have no arithmetic. */
export function isTime(type: DataType): boolean {
  return DataType.isDate(type) || DataType.isTime(type) || DataType.isTimestamp(type) || DataType.isDuration(type);
}

export const NUMERIC_ALLOWED = 'Int8 to Int64, Uint8 to Uint64, Float16 to Float64, Date, Time, Timestamp, Duration';

/** An empty array, of the class that Arrow keeps such items in. */
export function arrayOf(type: DataType, length: number): NumberArray {
  return new (type.ArrayType as new (length: number) => NumberArray)(length);
}

/** Items of a column as an argument of a host call: only of halves does the class not say what they are. */
export function hostArray(type: DataType, data: NumberArray): HostArray {
  return type.typeId === Type.Float && data.BYTES_PER_ELEMENT === 2 ? { type: 'f16', data } : data;
}

/** The Arrow type of a result by its class. */
export function typeOfClass(data: NumberArray): DataType {
  if (data instanceof Uint32Array) return new Uint32();
  if (data instanceof Int32Array) return new Int32();
  if (data instanceof Float32Array) return new Float32();
  throw new SegmentedError(
    'unsupported-type',
    `op: gives ${data.constructor.name}; allowed: u32, i32, f32 and vectors`,
  );
}
