/**
 * The contract's order for every key type, on single bit patterns as whole numbers, and a segmented sort by that order.
 * Shares no code with the library.
 */

export const KEY_TYPES = ['u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32', 'u64', 'i64', 'f64'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

export interface TypedOrder {
  readonly order?: 'ascending' | 'descending';
  readonly beginBit?: number;
  readonly endBit?: number;
  readonly signedZero?: 'distinct' | 'equal';
  readonly nan?: 'last' | 'first';
}

export function widthOf(type: KeyType): number {
  return Number(type.slice(1));
}

/** The bit pattern of key i. */
export function bitsAt(type: KeyType, bytes: Uint8Array, i: number): bigint {
  const itemBytes = widthOf(type) / 8;
  let bits = 0n;
  for (let k = itemBytes - 1; k >= 0; k--) bits = (bits << 8n) | BigInt(bytes[i * itemBytes + k] ?? 0);
  return bits;
}

/** The plain radix map, whose bits beginBit and endBit count. */
function radixMap(type: KeyType, bits: bigint): bigint {
  const width = BigInt(widthOf(type));
  const sign = 1n << (width - 1n);
  if (type[0] === 'u') return bits;
  if (type[0] === 'i') return (bits + sign) % (sign * 2n);
  return bits >= sign ? sign * 2n - 1n - bits : bits + sign;
}

/** Bits of the mantissa. */
const MANTISSA: Partial<Record<KeyType, bigint>> = { f16: 10n, f32: 23n, f64: 52n };

export function isNan(type: KeyType, bits: bigint): boolean {
  const mantissa = MANTISSA[type];
  if (mantissa === undefined) return false;
  const half = 1n << BigInt(widthOf(type) - 1);
  return bits % half > half - (1n << mantissa);
}

/** The class of a float in the order: numbers, then +NaNs, then -NaNs. */
function floatClass(type: KeyType, bits: bigint): bigint {
  if (!isNan(type, bits)) return 0n;
  return bits >> BigInt(widthOf(type) - 1) === 0n ? 1n : 2n;
}

/** Whether NaNs come before all numbers in ascending order. */
const areLow = ({ nan, order }: TypedOrder) => nan !== undefined && (nan === 'last') === (order === 'descending');

/** A number that ascends in the contract's ascending order. Keys that tie have equal numbers. */
function rank(type: KeyType, given: bigint, order: TypedOrder): bigint {
  const width = widthOf(type);
  const { beginBit = 0, endBit = width, signedZero } = order;
  const negativeZero = 1n << BigInt(width - 1);
  const bits = signedZero === 'equal' && type[0] === 'f' && given === negativeZero ? 0n : given;
  const map = radixMap(type, bits);
  if (beginBit === 0 && endBit === width) {
    if (type[0] !== 'f') return map;
    const place = floatClass(type, bits);
    return ((areLow(order) && place === 0n ? 3n : place) << BigInt(width)) + map;
  }
  return (map >> BigInt(beginBit)) % (1n << BigInt(endBit - beginBit));
}

/** The rank of item i as a BigInt. */
export function rankAt(type: KeyType, bytes: Uint8Array, i: number, order: TypedOrder): bigint {
  return rank(type, bitsAt(type, bytes, i), order);
}

const FIRST_NAN: Partial<Record<KeyType, number>> = { f16: 0x7c01, f32: 0x7f800001 };

/** The rank of a key of up to 32 bits as a double, which is many times faster. */
export function narrowRankAt(type: KeyType, bytes: Uint8Array, i: number, order: TypedOrder): number {
  const width = widthOf(type);
  const itemBytes = width / 8;
  let bits = 0;
  for (let k = itemBytes - 1; k >= 0; k--) bits = bits * 256 + bytes[i * itemBytes + k]!;
  const half = 2 ** (width - 1);
  const { beginBit = 0, endBit = width, signedZero } = order;
  const isFloat = type[0] === 'f';
  if (isFloat && signedZero === 'equal' && bits === half) bits = 0;
  let map = bits;
  if (type[0] === 'i') map = (bits + half) % (2 * half);
  else if (isFloat) map = bits >= half ? 2 * half - 1 - bits : bits + half;
  if (beginBit > 0 || endBit < width) return Math.floor(map / 2 ** beginBit) % 2 ** (endBit - beginBit);
  if (!isFloat) return map;
  if (bits % half < FIRST_NAN[type]!) return areLow(order) ? map + 6 * half : map;
  return map + (bits < half ? 2 : 4) * half;
}

/** A function that ranks the items of an array. */
export function rankOf(type: KeyType, bytes: Uint8Array, order: TypedOrder): (item: number) => number | bigint {
  const at = widthOf(type) > 32 ? rankAt : narrowRankAt;
  return (item) => at(type, bytes, item, order);
}

/** Begin and end of every segment. */
export type Bounds = Iterable<readonly [number, number]>;

/** The segments of offsets. There may be millions of them. */
export function boundsOf(offsets: ArrayLike<number>): Bounds {
  return {
    *[Symbol.iterator]() {
      for (let s = 0; s + 1 < offsets.length; s++) yield [offsets[s]!, offsets[s + 1]!] as const;
    },
  };
}

/** Segments up to this length are sorted by insertion, because there may be millions of them. */
const SHORT = 16;

function insertionSort(indices: Uint32Array, begin: number, end: number, compare: (a: number, b: number) => number) {
  for (let i = begin + 1; i < end; i++) {
    const index = indices[i]!;
    let at = i;
    for (; at > begin && compare(indices[at - 1]!, index) > 0; at--) indices[at] = indices[at - 1]!;
    indices[at] = index;
  }
}

/**
 * For each index of the sorted array the index of its item, by ascending or descending rank. Ties are in input order.
 * Items outside all segments keep their indices.
 */
export function permutationBy(
  count: number,
  segments: Bounds,
  rankOfItem: (item: number) => number | bigint,
  descending: boolean,
): Uint32Array {
  const indices = Uint32Array.from({ length: count }, (_, i) => i);
  const sign = descending ? -1 : 1;
  for (const [begin, end] of segments) {
    if (end - begin < 2) continue;
    const ranks: (number | bigint)[] = [];
    for (let i = begin; i < end; i++) ranks.push(rankOfItem(i));
    const compare = (a: number, b: number) => {
      const x = ranks[a - begin]!;
      const y = ranks[b - begin]!;
      return x === y ? a - b : x < y ? -sign : sign;
    };
    if (end - begin > SHORT) indices.subarray(begin, end).sort(compare);
    else insertionSort(indices, begin, end, compare);
  }
  return indices;
}

/** The same for keys of a type, by the contract's order. */
export function sortedIndices(type: KeyType, bytes: Uint8Array, segments: Bounds, order: TypedOrder): Uint32Array {
  const count = (bytes.byteLength * 8) / widthOf(type);
  return permutationBy(count, segments, rankOf(type, bytes, order), order.order === 'descending');
}

/** Items in the order of `indices`. */
export function permuted(bytes: Uint8Array, itemBytes: number, indices: Uint32Array): Uint8Array {
  const result = new Uint8Array(bytes.byteLength);
  for (let to = 0; to < indices.length; to++) {
    const from = indices[to]!;
    for (let k = 0; k < itemBytes; k++) result[to * itemBytes + k] = bytes[from * itemBytes + k]!;
  }
  return result;
}
