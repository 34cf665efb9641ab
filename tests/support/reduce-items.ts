/** Items of every type that a reduce takes, as numbers and as bits. Shares no code with the library. */
import { type KeyType, widthOf } from './typed-oracle.ts';

export type VectorName = `vec${2 | 3 | 4}<${'u32' | 'i32' | 'f32'}>`;
export type InputType = KeyType | VectorName;

export const isFloat = (type: KeyType) => type[0] === 'f';

export function isVector(type: InputType): type is VectorName {
  return type.startsWith('vec');
}

export function itemBytesOf(type: InputType): number {
  return isVector(type) ? 4 * Number(type[3]) : widthOf(type) / 8;
}

/** The number of an f16's bits. */
export function f16Number(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 1023;
  if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1024 + mantissa) * 2 ** (exponent - 25));
}

/** The bits of the f16 nearest to a number, ties to even. */
export function f16Bits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  let exponent = -14;
  while (size >= 2 ** (exponent + 1)) exponent++;
  const steps = size / 2 ** (exponent - 10);
  const below = Math.floor(steps);
  const rest = steps - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  // Rounded up to the next power of two, the mantissa carries into the exponent.
  return sign | (1024 * (exponent + 14) + rounded);
}

function numberAt(type: KeyType, view: DataView, at: number): number {
  if (type === 'f16') return f16Number(view.getUint16(at, true));
  return type === 'f32' ? view.getFloat32(at, true) : view.getFloat64(at, true);
}

function integerAt(type: KeyType, view: DataView, at: number): bigint {
  const width = widthOf(type);
  let bits = 0n;
  if (width === 64) bits = view.getBigUint64(at, true);
  else
    bits = BigInt(width === 8 ? view.getUint8(at) : width === 16 ? view.getUint16(at, true) : view.getUint32(at, true));
  return type[0] === 'i' ? BigInt.asIntN(width, bits) : bits;
}

/** Writes the bytes of a number in a type: integers wrap, floats are rounded. */
export function encodeAt(type: KeyType, view: DataView, at: number, value: number | bigint): void {
  const width = widthOf(type);
  if (type === 'f16') view.setUint16(at, f16Bits(Number(value)), true);
  else if (type === 'f32') view.setFloat32(at, Number(value), true);
  // Engines write different bits for a NaN, so the bits are fixed here.
  else if (type === 'f64' && Number.isNaN(Number(value))) view.setBigUint64(at, 0x7ff80000n << 32n, true);
  else if (type === 'f64') view.setFloat64(at, Number(value), true);
  else if (width === 64) view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
  else {
    const bits = Number(BigInt.asUintN(width, BigInt(value)));
    if (width === 8) view.setUint8(at, bits);
    else if (width === 16) view.setUint16(at, bits, true);
    else view.setUint32(at, bits, true);
  }
}

/** The bytes of a number in a type. */
export function encoded(type: KeyType, value: number | bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(widthOf(type) / 8);
  encodeAt(type, new DataView(bytes.buffer), 0, value);
  return bytes;
}

/** Items of one array, read once for all operators. */
export class Items {
  readonly count: number;
  /** The items of types of floats. */
  readonly numbers: Float64Array = new Float64Array(0);
  /** The items of types of integers. */
  readonly integers: readonly bigint[] = [];

  constructor(
    readonly type: InputType,
    readonly bytes: Uint8Array<ArrayBuffer>,
  ) {
    const itemBytes = itemBytesOf(type);
    this.count = bytes.length / itemBytes;
    // The only operator on vectors is count.
    if (isVector(type)) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (isFloat(type))
      this.numbers = Float64Array.from({ length: this.count }, (_, i) => numberAt(type, view, i * itemBytes));
    else this.integers = Array.from({ length: this.count }, (_, i) => integerAt(type, view, i * itemBytes));
  }
}
