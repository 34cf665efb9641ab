import {
  inWords,
  nameOf,
  refused,
  requireCount,
  requireOwnMembers,
  requireTypeMembers,
  unsupported,
} from '../checks.ts';
import {
  type ItemType,
  isItemTypeName,
  isStrided,
  longName,
  NAMED_TYPES,
  type NumberType,
  OPAQUE_BYTES,
  typeBytes,
} from '../item_types.ts';

/**
 * `Float16Array`, where the runtime has it. The interface gives its shape, since not every version of TypeScript's
 * library declares it.
 */
export interface HalfArray extends ArrayBufferView {
  readonly [Symbol.toStringTag]: 'Float16Array';
  readonly length: number;
}

/** The typed array classes that hold numbers, except Float16Array. */
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

/**
 * An array with the type of its items, for arrays whose class does not give the type: `{ type: 'f16', data: Uint16Array
 * }`, `{ type: { bytes: 12 }, data }`.
 */
export interface TypedItems<D extends NumberArray = NumberArray> {
  readonly type: ItemType;
  readonly data: D;
  /** Reduces: each item is a row of so many elements of the type, and `data` has the rows one after another. */
  readonly width?: number;
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
/** An input, as bytes. */
export interface HostItems {
  readonly type: ItemType;
  readonly itemBytes: number;
  readonly length: number;
  /**
   * A copy of the items. A call uses the items that the array held when the call began, even if the caller changes the
   * array later.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** An array in the input's form (its class, or `{ type, data }`) with other items. */
  like(bytes: Uint8Array<ArrayBuffer>): HostArray;
}

/** Members of an array with a type. The last two belong into the type. */
const OPERAND = ['type', 'data', 'type.bytes', 'type.stride'];

const ARRAYS_ALLOWED = `${Object.keys(TYPE_OF_CLASS).join(', ')}, or { type, data }`;

/**
 * Reads keys or values. Throws 'unsupported-type' for any other input.
 *
 * @param borrows whether `bytes` may be the array's own: the caller copies them before anything is awaited
 * @param further members that the call takes beside `type` and `data`
 */
export function hostItems(
  argument: string,
  value: unknown,
  borrows = false,
  further: readonly string[] = [],
): HostItems {
  const isView = ArrayBuffer.isView(value);
  const wrapped = !isView && 'data' in Object(value);
  if (!isView && (wrapped || 'type' in Object(value))) requireOwnMembers(argument, value, [...OPERAND, ...further]);
  const data: unknown = wrapped ? (value as TypedItems).data : value;
  const ofClass = ArrayBuffer.isView(data) ? TYPE_OF_CLASS[nameOf(data)] : undefined;
  const name = wrapped ? `${argument}.data` : argument;
  if (!ofClass) throw unsupported(name, nameOf(data), argument === 'weights' ? 'a Float32Array' : ARRAYS_ALLOWED);
  const given = wrapped ? (value as TypedItems).type : ofClass;
  const type = checkedType(argument, longName(given));
  const view = data as NumberArray;
  // Read now: the caller may change the object once the call has begun.
  const width = wrapped && further.includes('width') ? (value as TypedItems).width : undefined;
  requireAttached(argument, view);
  const itemBytes = typeBytes(type);
  if (view.byteLength % itemBytes !== 0) {
    throw refused('length-mismatch', name, `${view.byteLength} bytes`, `multiples of an item's ${itemBytes} bytes`);
  }
  const like = (bytes: Uint8Array<ArrayBuffer>): HostArray => {
    const Class = view.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => NumberArray;
    const array = new Class(bytes.buffer, bytes.byteOffset, bytes.byteLength / view.BYTES_PER_ELEMENT);
    if (!wrapped) return array;
    return width === undefined ? { type: given, data: array } : { type: given, width, data: array };
  };
  return { type, itemBytes, length: view.byteLength / itemBytes, bytes: bytesOf(view, borrows && itemBytes), like };
}

/** The most elements of a row. */
const MAX_WIDTH = 2 ** 16;

/** Checks the number of elements of a row. */
export function requireWidth(name: string, width: unknown): number {
  return requireCount(name, width, MAX_WIDTH, 'limit-exceeded', 1);
}

/** The elements of each row of an array: 1 if only weights say that items are rows, undefined if they are none. */
export function rowWidth(value: unknown, { length }: HostItems, weights: unknown): number | undefined {
  const width: unknown = ArrayBuffer.isView(value) ? undefined : (value as TypedItems).width;
  if (width === undefined) return weights === undefined ? undefined : 1;
  const count = requireWidth('values.width', width);
  if (length % count === 0) return count;
  throw refused('length-mismatch', 'values.data', `${length} elements`, `multiples of the width, ${count}`);
}

function checkedType(argument: string, type: unknown): ItemType {
  if (isItemTypeName(type)) return type;
  requireTypeMembers(`${argument}.type`, type);
  if (isStrided(type)) return { type: type.type, stride: 16 };
  if ('bytes' in Object(type)) {
    const { bytes } = type as { bytes: number };
    if (OPAQUE_BYTES.includes(bytes)) return { bytes };
    throw unsupported(`${argument}.type.bytes`, inWords(bytes), OPAQUE_BYTES.join(', '));
  }
  throw unsupported(`${argument}.type`, inWords(type), `${NAMED_TYPES}, { bytes }, { type: 'vec3<f32>', stride: 16 }`);
}

/** A copy of an array's bytes, or these bytes themselves where they are aligned. */
function bytesOf({ buffer, byteOffset, byteLength }: NumberArray, aligned: number | false): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  if (aligned && byteOffset % aligned === 0 && buffer instanceof ArrayBuffer) return bytes as Uint8Array<ArrayBuffer>;
  // A copy of a Uint8Array never lies in shared memory.
  return new Uint8Array(bytes);
}

/**
 * Refuses an array whose buffer was transferred or was shortened to end before the array does. Such an array reads as
 * empty, so its items would be lost silently.
 */
export function requireAttached(argument: string, view: NumberArray): void {
  try {
    // Every method of such an array throws.
    view.keys();
  } catch {
    throw refused('unsupported-type', argument, 'detached array', 'an array whose buffer still holds it');
  }
}

// Items gathered by rows.

/** The items of these rows, in their order. Rows may repeat. All rows exist. */
export function gathered<T extends Pick<HostItems, 'itemBytes' | 'bytes'>>(items: T, rows: Uint32Array): T {
  const { itemBytes, bytes } = items;
  const Words = itemBytes % 4 === 0 ? Uint32Array : itemBytes === 2 ? Uint16Array : Uint8Array;
  const words = itemBytes / Words.BYTES_PER_ELEMENT;
  const from = new Words(bytes.buffer);
  const to = new Words(rows.length * words);
  for (let i = 0; i < rows.length; i++) {
    const first = (rows[i] as number) * words;
    for (let k = 0; k < words; k++) to[i * words + k] = from[first + k] as number;
  }
  return { ...items, length: rows.length, bytes: new Uint8Array(to.buffer) };
}
