/**
 * The contract's order for every key type, on single bit patterns as BigInt, and a segmented sort by it. For small
 * arrays: oracle.ts is the fast one for 32-bit keys. Shares no code with the library.
 */

export const KEY_TYPES = ['u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32', 'u64', 'i64', 'f64'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

export interface TypedOrder {
  readonly order?: 'ascending' | 'descending';
  readonly beginBit?: number;
  readonly endBit?: number;
  readonly signedZero?: 'distinct' | 'equal';
}

export function widthOf(type: KeyType): number {
  return Number(type.slice(1));
}

/** Bit pattern i of an array of keys. */
export function bitsAt(type: KeyType, bytes: Uint8Array, i: number): bigint {
  const itemBytes = widthOf(type) / 8;
  let bits = 0n;
  for (let k = itemBytes - 1; k >= 0; k--) bits = (bits << 8n) | BigInt(bytes[i * itemBytes + k] ?? 0);
  return bits;
}

/** The plain radix map: what beginBit and endBit count in. */
function radixMap(type: KeyType, bits: bigint): bigint {
  const width = BigInt(widthOf(type));
  const sign = 1n << (width - 1n);
  if (type[0] === 'u') return bits;
  if (type[0] === 'i') return (bits + sign) % (sign * 2n);
  return bits >= sign ? sign * 2n - 1n - bits : bits + sign;
}

/** Place of a float class in the order: numbers, then +NaNs, then -NaNs. */
function floatClass(type: KeyType, bits: bigint): bigint {
  const mantissa: Record<string, bigint> = { f16: 10n, f32: 23n, f64: 52n };
  const width = BigInt(widthOf(type));
  const infinity = (1n << (width - 1n)) - (1n << (mantissa[type] ?? 0n));
  const magnitude = bits % (1n << (width - 1n));
  if (magnitude <= infinity) return 0n;
  return bits >> (width - 1n) === 0n ? 1n : 2n;
}

/** A number that ascends in the contract's ascending order, equal for keys that tie. */
function rank(type: KeyType, given: bigint, order: TypedOrder): bigint {
  const width = widthOf(type);
  const { beginBit = 0, endBit = width, signedZero } = order;
  const negativeZero = 1n << BigInt(width - 1);
  const bits = signedZero === 'equal' && type[0] === 'f' && given === negativeZero ? 0n : given;
  const map = radixMap(type, bits);
  if (beginBit === 0 && endBit === width) {
    return type[0] === 'f' ? (floatClass(type, bits) << BigInt(width)) + map : map;
  }
  return (map >> BigInt(beginBit)) % (1n << BigInt(endBit - beginBit));
}

/** The rank of item i. */
export function rankAt(type: KeyType, bytes: Uint8Array, i: number, order: TypedOrder): bigint {
  return rank(type, bitsAt(type, bytes, i), order);
}

/**
 * For each place of the sorted array the item that belongs there, by ascending or descending rank; places outside all
 * segments keep theirs.
 */
export function placesBy(
  count: number,
  segments: readonly (readonly [number, number])[],
  rankOf: (item: number) => bigint,
  descending: boolean,
): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, i) => i);
  const sign = descending ? -1 : 1;
  for (const [begin, end] of segments) {
    const ranks = new Map<number, bigint>();
    for (let i = begin; i < end; i++) ranks.set(i, rankOf(i));
    places.subarray(begin, end).sort((a, b) => {
      const [x, y] = [ranks.get(a) ?? 0n, ranks.get(b) ?? 0n];
      return x === y ? a - b : x < y ? -sign : sign;
    });
  }
  return places;
}

/** The same for keys of a type, by the contract's order. */
export function sortedPlaces(
  type: KeyType,
  bytes: Uint8Array,
  segments: readonly (readonly [number, number])[],
  order: TypedOrder,
): Uint32Array {
  const count = (bytes.byteLength * 8) / widthOf(type);
  return placesBy(count, segments, (i) => rankAt(type, bytes, i, order), order.order === 'descending');
}

/** Items in the order of `places`. */
export function permuted(bytes: Uint8Array, itemBytes: number, places: Uint32Array): Uint8Array {
  const result = new Uint8Array(bytes.byteLength);
  places.forEach((from, to) => {
    result.set(bytes.subarray(from * itemBytes, (from + 1) * itemBytes), to * itemBytes);
  });
  return result;
}
