/**
 * The oracle: what every segmented sort and reduce must return, in plain TypeScript.
 *
 * It shares no code with the library, and no idea either: the library orders floats by one subtraction on their bits,
 * the oracle splits a float into sign, exponent and mantissa and compares those. Everything is held as u32 words,
 * because a JS number can lose a NaN's payload.
 */

export type KeyType = 'u32' | 'i32' | 'f32';
export type KeyArray = Uint32Array | Int32Array | Float32Array;
export type Order = 'ascending' | 'descending';
export type ReduceOp = 'sum' | 'min' | 'max';
/** segmentCount + 1 ascending offsets. */
export type Offsets = ArrayLike<number>;

/** The same bytes as u32 words. */
export function wordsOf(array: ArrayBufferView): Uint32Array {
  return new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
}

export function typeOf(array: KeyArray): KeyType {
  if (array instanceof Uint32Array) return 'u32';
  return array instanceof Int32Array ? 'i32' : 'f32';
}

/** The words seen as an array of `type`; no copy. */
export function viewAs(type: KeyType, words: Uint32Array): KeyArray {
  const { buffer, byteOffset, length } = words;
  if (type === 'u32') return new Uint32Array(buffer, byteOffset, length);
  return type === 'i32' ? new Int32Array(buffer, byteOffset, length) : new Float32Array(buffer, byteOffset, length);
}

interface FloatParts {
  negative: boolean;
  exponent: number;
  mantissa: number;
}

function partsOf(word: number): FloatParts {
  return { negative: word >>> 31 === 1, exponent: (word >>> 23) & 0xff, mantissa: word & 0x7fffff };
}

export function isNaNWord(word: number): boolean {
  const { exponent, mantissa } = partsOf(word);
  return exponent === 255 && mantissa !== 0;
}

/** The four runs of the float order, first to last: negative numbers, positive numbers, +NaNs, -NaNs. */
function floatRun(word: number): number {
  if (isNaNWord(word)) return word >>> 31 === 0 ? 2 : 3;
  return word >>> 31 === 1 ? 0 : 1;
}

/** Below 0 where float `a` stands before float `b`: -inf … -0, +0 … +inf, +NaNs rising, -NaNs falling. */
export function compareFloatWords(a: number, b: number): number {
  const run = floatRun(a);
  const other = floatRun(b);
  if (run !== other) return run - other;
  const falling = run === 0 || run === 3;
  const first = partsOf(falling ? b : a);
  const second = partsOf(falling ? a : b);
  return first.exponent - second.exponent || first.mantissa - second.mantissa;
}

/** Below 0 where key `a` stands before key `b` in ascending order. */
export function compareWords(type: KeyType, a: number, b: number): number {
  if (type === 'f32') return compareFloatWords(a, b);
  return type === 'i32' ? (a | 0) - (b | 0) : a - b;
}

const MAGNITUDES = 0x7f800001; // float magnitudes that are numbers: 0 … inf
const PAYLOADS = 0x7fffff; // NaN payloads of one sign

/** The key's place among all 2^32 keys, by counting what stands before it. */
function rankOf(type: KeyType, word: number): number {
  if (type === 'u32') return word;
  if (type === 'i32') return (word | 0) + 2 ** 31;
  const { negative, exponent, mantissa } = partsOf(word);
  const magnitude = exponent * 2 ** 23 + mantissa;
  if (magnitude < MAGNITUDES) return negative ? MAGNITUDES - 1 - magnitude : MAGNITUDES + magnitude;
  return negative ? 2 * MAGNITUDES + 2 * PAYLOADS - mantissa : 2 * MAGNITUDES + mantissa - 1;
}

/** From this length on a segment is ordered by sorting numbers instead of by calling a comparator. */
export const FAST_LENGTH = 129;
/** rank (32 bits) and position share one double of 53 bits. */
const MAX_FAST_LENGTH = 2 ** 21;

/** Positions 0 … n-1 of one segment in sorted order, by a comparator and the stable Array.prototype.sort. */
export function orderSlowly(type: KeyType, words: Uint32Array, order: Order): number[] {
  const positions = Array.from(words, (_, i) => i);
  const sign = order === 'ascending' ? 1 : -1;
  return positions.sort((i, j) => sign * compareWords(type, words[i]!, words[j]!));
}

/** The same, by sorting doubles rank · 2^21 + position. */
export function orderFast(type: KeyType, words: Uint32Array, order: Order): Float64Array {
  if (words.length > MAX_FAST_LENGTH) throw new RangeError(`the oracle sorts segments of at most ${MAX_FAST_LENGTH}`);
  const pairs = new Float64Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const rank = rankOf(type, words[i]!);
    pairs[i] = (order === 'ascending' ? rank : 2 ** 32 - 1 - rank) * MAX_FAST_LENGTH + i;
  }
  pairs.sort();
  for (let i = 0; i < pairs.length; i++) pairs[i] = pairs[i]! % MAX_FAST_LENGTH;
  return pairs;
}

/**
 * For every output position the input position of the element that a stable sort of all segments puts there.
 * Positions outside every segment stay where they are.
 */
export function sortedSources(keys: KeyArray, offsets: Offsets, order: Order): Uint32Array {
  const type = typeOf(keys);
  const words = wordsOf(keys);
  const sources = Uint32Array.from(words, (_, i) => i);
  for (let s = 0; s + 1 < offsets.length; s++) {
    const begin = offsets[s]!;
    const length = offsets[s + 1]! - begin;
    if (length < 2) continue;
    const segment = words.subarray(begin, begin + length);
    const positions = (length < FAST_LENGTH ? orderSlowly : orderFast)(type, segment, order);
    for (let i = 0; i < length; i++) sources[begin + i] = begin + positions[i]!;
  }
  return sources;
}

/** Word i of the result is word sources[i] of the array: keys and values move along by the same call. */
export function gather(array: ArrayBufferView, sources: Uint32Array): Uint32Array {
  const words = wordsOf(array);
  return Uint32Array.from(sources, (source) => words[source]!);
}

/** Which positions lie in some segment: 1, outside: 0. */
export function coverage(length: number, offsets: Offsets): Uint8Array {
  const inside = new Uint8Array(length);
  if (offsets.length > 0) inside.fill(1, offsets[0]!, offsets[offsets.length - 1]!);
  return inside;
}

const POSITIVE_INF = 0x7f800000;
const NEGATIVE_INF = 0xff800000;

/** What a reduce of an empty segment gives, as a word. */
export function identityWord(type: KeyType, op: ReduceOp): number {
  if (op === 'sum') return 0;
  if (type === 'f32') return op === 'min' ? POSITIVE_INF : NEGATIVE_INF;
  if (type === 'i32') return op === 'min' ? 0x7fffffff : 0x80000000;
  return op === 'min' ? 0xffffffff : 0;
}

/** min or max of one segment: the first NaN wins, else the first of the best; -0 and +0 tie. */
function extremeWord(values: KeyArray, words: Uint32Array, begin: number, end: number, op: 'min' | 'max'): number {
  const isFloat = values instanceof Float32Array;
  let best = begin;
  for (let i = begin; i < end; i++) {
    if (isFloat && isNaNWord(words[i]!)) return words[i]!;
    if (op === 'min' ? values[i]! < values[best]! : values[i]! > values[best]!) best = i;
  }
  return words[best]!;
}

/** Elements of one leaf of the canonical sum tree. */
export const LEAF = 16;

/**
 * The one f32 sum of values[begin … end-1] that is allowed, bit for bit: leaves of 16 consecutive elements folded left
 * to right, leaves combined by the pairwise tree aligned at the segment's start; a node without a right child is its
 * left child.
 */
export function canonicalSum(values: Float32Array, begin: number, end: number): number {
  if (begin === end) return 0;
  let level: number[] = [];
  for (let leaf = begin; leaf < end; leaf += LEAF) {
    let sum = values[leaf]!;
    for (let i = leaf + 1; i < Math.min(leaf + LEAF, end); i++) sum = Math.fround(sum + values[i]!);
    level.push(sum);
  }
  while (level.length > 1) {
    const above: number[] = [];
    for (let j = 0; j < level.length; j += 2) {
      above.push(j + 1 < level.length ? Math.fround(level[j]! + level[j + 1]!) : level[j]!);
    }
    level = above;
  }
  return level[0]!;
}

/** A float sum in double precision, with how far an f32 sum may be from it. */
export interface DoubleSum {
  sum: number;
  /** (16 + log2 n) · 2^-24 · Σ|x|: a leaf is at most 15 additions deep, the tree above it log2(n / 16). */
  allowedError: number;
}

export function doubleSum(values: Float32Array, begin: number, end: number): DoubleSum {
  let sum = 0;
  let magnitude = 0;
  for (let i = begin; i < end; i++) {
    sum += values[i]!;
    magnitude += Math.abs(values[i]!);
  }
  const depth = LEAF + Math.log2(Math.max(1, end - begin));
  return { sum, allowedError: depth * 2 ** -24 * magnitude };
}

const one = new DataView(new ArrayBuffer(4));

function floatToWord(value: number): number {
  one.setFloat32(0, value);
  return one.getUint32(0);
}

function integerSum(words: Uint32Array, begin: number, end: number): number {
  let sum = 0;
  for (let i = begin; i < end; i++) sum = (sum + words[i]!) % 2 ** 32;
  return sum;
}

/** One word per segment. Sums of floats are the canonical tree's. */
export function reducedWords(values: KeyArray, offsets: Offsets, op: ReduceOp): Uint32Array {
  const type = typeOf(values);
  const words = wordsOf(values);
  const result = new Uint32Array(Math.max(0, offsets.length - 1));
  for (let s = 0; s < result.length; s++) {
    const begin = offsets[s]!;
    const end = offsets[s + 1]!;
    if (begin === end) result[s] = identityWord(type, op);
    else if (op !== 'sum') result[s] = extremeWord(values, words, begin, end, op);
    else if (values instanceof Float32Array) result[s] = floatToWord(canonicalSum(values, begin, end));
    else result[s] = integerSum(words, begin, end);
  }
  return result;
}
