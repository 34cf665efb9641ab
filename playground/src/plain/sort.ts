/** Segmented sorts in plain JavaScript: the method without the library, and the check of its results. */
import type { NumberType } from 'webgpu-segmented';
import { halfBits, halfNumber, type Items, numberAt } from '../items.ts';

type Order = 'ascending' | 'descending';

interface Half {
  new (numbers: ArrayLike<number>): Float32Array;
  new (buffer: ArrayBuffer): Float32Array;
}

/** `subarray().sort()` per segment, reversed for descending. */
export function sortedKeys(type: NumberType, keys: Items, offsets: Uint32Array, order: Order): Items {
  const copy = keys.slice() as Items;
  const sorted = type === 'f16' ? halves(copy as Uint16Array) : copy;
  for (let s = 0; s + 1 < offsets.length; s++) {
    const segment = sorted.subarray(offsets[s], offsets[s + 1]).sort();
    if (order === 'descending') segment.reverse();
  }
  if (type !== 'f16' || sorted.buffer === copy.buffer) return copy;
  return Uint16Array.from(sorted as Float32Array, halfBits);
}

/** f16 as numbers, in the same memory if the browser has Float16Array. */
function halves(bits: Uint16Array): Float32Array {
  const Float16Array = (globalThis as { Float16Array?: Half }).Float16Array;
  return Float16Array ? new Float16Array(bits.buffer as ArrayBuffer) : Float32Array.from(bits, halfNumber);
}

/** The longest segment whose keys and indices fit the 53 bits of a double. */
const PACKED_LENGTH = 2 ** 21;

/** Row numbers, sorted stably by their keys. */
export function sortedRows(
  type: NumberType,
  keys: Items,
  offsets: Uint32Array,
  order: Order,
): Uint32Array<ArrayBuffer> {
  const rows = Uint32Array.from({ length: keys.length }, (_, i) => i);
  const sign = order === 'ascending' ? 1 : -1;
  const rank = type.endsWith('64') ? undefined : ranks(type, keys);
  for (let s = 0; s + 1 < offsets.length; s++) {
    const begin = offsets[s] as number;
    const end = offsets[s + 1] as number;
    if (end - begin < 2) continue;
    if (rank && end - begin <= PACKED_LENGTH) sortPacked(rank, rows, begin, end, sign);
    else rows.subarray(begin, end).sort((a, b) => sign * compare(keys[a], keys[b]) || a - b);
  }
  return rows;
}

/** Sorts key and index as one double. A sort without a comparison function is several times faster. */
function sortPacked(rank: Float64Array, rows: Uint32Array, begin: number, end: number, sign: number): void {
  const packed = new Float64Array(end - begin);
  for (let i = 0; i < packed.length; i++) {
    const ascending = rank[begin + i] as number;
    packed[i] = (sign > 0 ? ascending : 2 ** 32 - 1 - ascending) * PACKED_LENGTH + i;
  }
  packed.sort();
  for (let i = 0; i < packed.length; i++) rows[begin + i] = begin + ((packed[i] as number) % PACKED_LENGTH);
}

/** Integers from 0 in the order of the keys: -0 before +0, NaN last. */
function ranks(type: NumberType, keys: Items): Float64Array {
  const floats = type.startsWith('f');
  const words = floats ? Float32Array.from(keys as Float32Array, (_, i) => numberAt(type, keys, i)) : undefined;
  const bits = words && new Uint32Array(words.buffer);
  const offset = type.startsWith('i') ? 2 ** (Number(type.slice(1)) - 1) : 0;
  return Float64Array.from({ length: keys.length }, (_, i) => {
    if (!bits) return (keys[i] as number) + offset;
    const word = bits[i] as number;
    if (Number.isNaN(words[i])) return 2 ** 32 - 1;
    return word >= 2 ** 31 ? 2 ** 32 - 1 - word : word + 2 ** 31;
  });
}

/** Compares 64-bit keys, and keys of the longest segments. */
function compare(a: number | bigint | undefined, b: number | bigint | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a < b) return -1;
  if (a > b) return 1;
  if (typeof a === 'bigint' || typeof b === 'bigint') return 0;
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return Number(Object.is(b, -0)) - Number(Object.is(a, -0));
}
