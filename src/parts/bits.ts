/** Numbers as hexadecimal digits of their bits, which JSON keeps exactly, also for NaNs. */
import type { NumberArray } from '../api/arrays.ts';
import { halfNumber, type NumberType } from '../item_types.ts';
import { viewOf } from '../js/numbers.ts';

/** The bits of element i of an array, most significant digit first. */
export function bitsAt(array: NumberArray, i: number): string {
  const { buffer, byteOffset, BYTES_PER_ELEMENT: size } = array;
  const bytes = new Uint8Array(buffer, byteOffset + i * size, size);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('');
}

function bytesOf(bits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(bits.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Number.parseInt(bits.slice(bits.length - 2 * i - 2).slice(0, 2), 16);
  return bytes;
}

/** The number with these bits. */
export function numberOf(type: NumberType, bits: string): number | bigint {
  const value = (viewOf(type, bytesOf(bits)) as ArrayLike<number | bigint>)[0] as number | bigint;
  return type === 'f16' ? halfNumber(value as number) : value;
}

const NAN: Readonly<Partial<Record<NumberType, string>>> = { f32: '7fc00000', f64: '7ff8000000000000' };

/** The bits of a number. Integers wrap. Each NaN has the bits of the canonical one. */
export function bitsOf(type: Exclude<NumberType, 'f16'>, value: number | bigint): string {
  const nan = NAN[type];
  if (nan !== undefined && Number.isNaN(value)) return nan;
  const array = viewOf(type, new Uint8Array(8).subarray(0, Number(type.slice(1)) / 8));
  if (typeof value === 'bigint' && !type.endsWith('64')) array[0] = Number(BigInt.asIntN(32, value));
  else array[0] = value as never;
  return bitsAt(array, 0);
}

/** Writes bits into an element of an array. */
export function writeBits(array: NumberArray, i: number, bits: string): void {
  const { buffer, byteOffset, BYTES_PER_ELEMENT: size } = array;
  new Uint8Array(buffer, byteOffset + i * size, size).set(bytesOf(bits));
}
