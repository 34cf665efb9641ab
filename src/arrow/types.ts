import { DataType, Float32, Float64, Int32, Type, Uint32 } from 'apache-arrow';
import type { HostArray, NumberArray } from '../api/arrays.ts';
import { SegmentedError } from '../checks.ts';
import type { OpOf } from '../operators/operators.ts';

/** The Arrow types of list columns. */
export type ListKind = 'List' | 'LargeList' | 'FixedSizeList';

/**
 * The kind of list of a type; undefined for other types. A Map, which Arrow stores as a list of structs, has no kind.
 */
export function listKind(type: DataType): ListKind | undefined {
  if (type.typeId === Type.List) return 'List';
  if (type.typeId === Type.LargeList) return 'LargeList';
  return type.typeId === Type.FixedSizeList ? 'FixedSizeList' : undefined;
}

/** Whether Arrow stores items of the type as numbers of a type that the library supports. */
export function isNumeric(type: DataType): boolean {
  return DataType.isInt(type) || DataType.isFloat(type) || isTime(type);
}

/** Whether a type is a point or a span of time. Such numbers have an order, but most have no arithmetic. */
export function isTime(type: DataType): boolean {
  return DataType.isDate(type) || DataType.isTime(type) || DataType.isTimestamp(type) || DataType.isDuration(type);
}

export const NUMERIC_ALLOWED = 'Int8 to Int64, Uint8 to Uint64, Float16 to Float64, Date, Time, Timestamp, Duration';

/** Makes an array of zeros, of the class in which Arrow stores such items. */
export function arrayOf(type: DataType, length: number): NumberArray {
  return new (type.ArrayType as new (length: number) => NumberArray)(length);
}

/** Converts items of a column to an argument of a host call. Only for Float16 does the class not define the type. */
export function hostArray(type: DataType, data: NumberArray): HostArray {
  return type.typeId === Type.Float && data.BYTES_PER_ELEMENT === 2 ? { type: 'f16', data } : data;
}

/** The array of a host call's result. */
export function numbersOf(array: HostArray): NumberArray {
  return ('data' in array ? array.data : array) as NumberArray;
}

/** The Arrow type of a result, by the class of its array. */
export function typeOfClass(data: NumberArray): DataType {
  if (data instanceof Uint32Array) return new Uint32();
  if (data instanceof Int32Array) return new Int32();
  if (data instanceof Float32Array) return new Float32();
  if (data instanceof Float64Array) return new Float64();
  throw new SegmentedError(
    'unsupported-type',
    `op: gives ${data.constructor.name}; allowed: u32, i32, f32, f64 and vectors`,
  );
}

// Types that forbid operators that the checks refuse: lists of floats have no bitwise operators.

/** The type of a column's items; unknown where the column's type does not say it. */
type ItemOf<C> = [C] extends [{ readonly type: { readonly valueType: infer Item } }] ? Item : unknown;

interface Float {
  readonly TType: Type.Float | Type.Float16 | Type.Float32 | Type.Float64;
}

/** The operators among `Op` that the items of a column have. Where their type is open, all of them. */
export type ListOpOf<C, Op> = ItemOf<C> extends Float ? OpOf<{ readonly type: 'f32' }, Op> : Op;
