import { inWords, refused, type SegmentedError } from '../errors.ts';

/** Types of numbers the library knows by name. */
export type NumberType = 'u8' | 'i8' | 'u16' | 'i16' | 'f16' | 'u32' | 'i32' | 'f32' | 'u64' | 'i64' | 'f64';

/** WGSL vectors, packed: three words of a vec3 have no padding. */
export type VectorType = `vec${2 | 3 | 4}<${'u32' | 'i32' | 'f32'}>`;

/** Type of an array's items: a number type, a vector, or so many opaque bytes. */
export type ItemType = NumberType | VectorType | { readonly bytes: number };

/** `Float16Array`, where the runtime has it: by its shape, since not every TypeScript library knows it. */
export interface HalfArray extends ArrayBufferView {
  readonly [Symbol.toStringTag]: 'Float16Array';
  readonly length: number;
}

/** The typed array classes that hold numbers, but for Float16Array. */
export type NumberArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | BigUint64Array
  | BigInt64Array
  | Float64Array;

/** An array whose class does not say what it holds: `{ type: 'f16', data: Uint16Array }`, `{ type: { bytes: 12 }, data }`. */
export interface TypedItems<D extends NumberArray = NumberArray> {
  readonly type: ItemType;
  readonly data: D;
}

/** Keys or values of a host call. */
export type HostArray = NumberArray | HalfArray | TypedItems;

const TYPE_OF_CLASS: Readonly<Record<string, NumberType>> = {
  Uint8Array: 'u8',
  Int8Array: 'i8',
  Uint16Array: 'u16',
  Int16Array: 'i16',
  Float16Array: 'f16',
  Uint32Array: 'u32',
  Int32Array: 'i32',
  Float32Array: 'f32',
  BigUint64Array: 'u64',
  BigInt64Array: 'i64',
  Float64Array: 'f64',
};
export const NUMBER_TYPES: readonly string[] = Object.values(TYPE_OF_CLASS);
/** What messages call the types of numbers and vectors. */
export const NAMED_TYPES = `${NUMBER_TYPES.join(', ')}, vec2<u32> to vec4<f32>`;

/** An input, as bytes. */
export interface HostItems {
  readonly type: ItemType;
  readonly itemBytes: number;
  readonly length: number;
  /** A copy of the items: a call works on what the array held when it was made, whatever happens to it meanwhile. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** An array in the input's own form on other items. */
  like(bytes: Uint8Array<ArrayBuffer>): HostArray;
}

/** What a message calls a value that is not a usable array. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a plain array';
  return Object.prototype.toString.call(value).slice(8, -1);
}

export function unsupported(argument: string, found: string, allowed: string): SegmentedError {
  return refused('unsupported-type', argument, `${found} is not supported`, allowed);
}

const ARRAYS_ALLOWED = `${Object.keys(TYPE_OF_CLASS).join(', ')}, or { type, data }`;

/** Reads keys or values; any input that is not one is 'unsupported-type'. */
export function hostItems(argument: string, value: unknown): HostItems {
  const wrapped = !ArrayBuffer.isView(value) && 'data' in Object(value);
  const data: unknown = wrapped ? (value as TypedItems).data : value;
  const ofClass = ArrayBuffer.isView(data) ? TYPE_OF_CLASS[nameOf(data)] : undefined;
  if (ofClass === undefined) throw unsupported(wrapped ? `${argument}.data` : argument, nameOf(data), ARRAYS_ALLOWED);
  const type = wrapped ? checkedType(argument, (value as TypedItems).type) : ofClass;
  const view = data as NumberArray;
  requireAttached(argument, view);
  const itemBytes = typeBytes(type);
  if (view.byteLength % itemBytes !== 0) {
    throw refused(
      'length-mismatch',
      `${argument}.data`,
      `${view.byteLength} bytes`,
      `multiples of an item's ${itemBytes} bytes`,
    );
  }
  const like = (bytes: Uint8Array<ArrayBuffer>): HostArray => {
    const Class = view.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => NumberArray;
    const array = new Class(bytes.buffer, bytes.byteOffset, bytes.byteLength / view.BYTES_PER_ELEMENT);
    return wrapped ? { type, data: array } : array;
  };
  return { type, itemBytes, length: view.byteLength / itemBytes, bytes: copiedBytes(view), like };
}

const VECTOR = /^vec([234])<[uif]32>$/;

/** Bytes of an item of that type. */
export function typeBytes(type: ItemType): number {
  if (typeof type !== 'string') return type.bytes;
  const components = VECTOR.exec(type)?.[1];
  return components ? 4 * Number(components) : Number(type.slice(1)) / 8;
}

export function isItemTypeName(type: unknown): type is NumberType | VectorType {
  return typeof type === 'string' && (NUMBER_TYPES.includes(type) || VECTOR.test(type));
}

function checkedType(argument: string, type: unknown): ItemType {
  if (isItemTypeName(type)) return type;
  if ('bytes' in Object(type)) {
    const { bytes } = type as { bytes: unknown };
    if (typeof bytes === 'number' && [1, 2, 4, 8, 12, 16].includes(bytes)) return { bytes };
    throw unsupported(`${argument}.type.bytes`, inWords(bytes), '1, 2, 4, 8, 12, 16');
  }
  throw unsupported(`${argument}.type`, inWords(type), `${NAMED_TYPES}, { bytes }`);
}

function copiedBytes({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array<ArrayBuffer> {
  // Copying an array of bytes gives one on memory that is not shared.
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** An array whose buffer was transferred, or cut before its end, reads as empty: its items would be lost without a word. */
export function requireAttached(argument: string, view: NumberArray): void {
  try {
    // Every method of such an array throws.
    view.keys();
  } catch {
    throw refused('unsupported-type', argument, 'detached array', 'an array whose buffer still holds it');
  }
}
