/**
 * The results of every named operator for every type, by segment. Integers are BigInts, and floats are doubles, which
 * hold every f16, f32 and f64. Minima and maxima are the bytes of the winning item. Shares no code with the library.
 */

import { exactQuotient, joined, rangeOf, varianceOf } from './moments64.ts';
import { encoded, type InputType, Items, isFloat, isVector, itemBytesOf } from './reduce-items.ts';
import { type KeyType, widthOf } from './typed-oracle.ts';

export const OP_NAMES = [
  'sum',
  'product',
  'min',
  'max',
  'argmin',
  'argmax',
  'and',
  'or',
  'xor',
  'count',
  'mean',
  'variance',
  'std',
  'first',
  'last',
  'any',
  'all',
] as const;
export type OpName = (typeof OP_NAMES)[number];

/** Begin and end of every segment. Segments may overlap. */
export type Bounds = readonly (readonly [number, number])[];

/** Elements that must be exact, one per segment; for argmin and argmax also the indices. */
export interface Exact {
  readonly kind: 'exact';
  readonly type: KeyType;
  readonly values: Uint8Array<ArrayBuffer>;
  readonly indices?: Uint32Array;
}

export interface NearNumber {
  /** A NaN stands for any NaN. */
  readonly value: number;
  readonly allowedError: number;
}

/** Elements of f32 with an allowed error, one per segment. */
export interface Near {
  readonly kind: 'near';
  readonly numbers: readonly NearNumber[];
}

const isArg = (op: OpName) => op === 'argmin' || op === 'argmax';
const isBitwise = (op: OpName) => op === 'and' || op === 'or' || op === 'xor';
const isMoment = (op: OpName) => op === 'mean' || op === 'variance' || op === 'std';
const isEnd = (op: OpName) => op === 'first' || op === 'last';
/** Operators whose results are counts or truths. */
const isOfWords = (op: OpName) => op === 'count' || op === 'any' || op === 'all';

/** Whether results are a plain array, whatever the form of the input is. */
export const isPlain = (op: OpName) => isOfWords(op) || isMoment(op);

/** Whether the contract has the operator for the type. */
export function allows(type: InputType, op: OpName): boolean {
  if (op === 'count') return true;
  if (isVector(type)) return false;
  if (isBitwise(op)) return !isFloat(type);
  return true;
}

export function takesInitial(op: OpName): boolean {
  return !isArg(op) && !isPlain(op) && !isEnd(op);
}

/** Type of the results. */
export function resultType(type: InputType, op: OpName): KeyType {
  if (isOfWords(op) || isVector(type)) return 'u32';
  if (isMoment(op)) return widthOf(type) === 64 ? 'f64' : 'f32';
  return type === 'f16' && (op === 'sum' || op === 'product') ? 'f32' : type;
}

// --------------------------------------------------------------------------------------------- integers, extremes

function integerFold(
  op: OpName,
  width: number,
  before: bigint,
  integers: readonly bigint[],
  begin: number,
  end: number,
) {
  let result = before;
  for (let i = begin; i < end; i++) {
    const item = integers[i]!;
    if (op === 'sum') result += item;
    else if (op === 'product') result = BigInt.asUintN(width, result * item);
    else if (op === 'and') result &= item;
    else if (op === 'or') result |= item;
    else result ^= item;
  }
  return result;
}

const NEUTRAL: Partial<Record<OpName, bigint>> = { sum: 0n, product: 1n, and: -1n, or: 0n, xor: 0n };

/** The type's value that is larger than or equal to all others for a minimum, or smaller or equal for a maximum. */
function worst(type: KeyType, least: boolean): number | bigint {
  if (isFloat(type)) return least ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const width = BigInt(widthOf(type));
  if (type[0] === 'u') return least ? (1n << width) - 1n : 0n;
  return least ? (1n << (width - 1n)) - 1n : -(1n << (width - 1n));
}

/**
 * The index of the winner: the first NaN, else the first best item; -0 and +0 tie. -1 if `before` wins or nothing does.
 */
function winner(
  items: ArrayLike<number | bigint>,
  begin: number,
  end: number,
  least: boolean,
  before?: number | bigint,
) {
  // biome-ignore lint/suspicious/noSelfCompare: only a NaN differs from itself
  const isNaNItem = (item: number | bigint) => item !== item;
  let best = before;
  let at = -1;
  if (before !== undefined && isNaNItem(before)) return at;
  for (let i = begin; i < end; i++) {
    const item = items[i]!;
    if (isNaNItem(item)) return i;
    if (best !== undefined && !(least ? item < best : item > best)) continue;
    best = item;
    at = i;
  }
  return at;
}

// ---------------------------------------------------------------------------------------------------- floats

export type Combine = (a: number, b: number) => number;
const COMBINE: Partial<Record<OpName, Combine>> = { sum: (a, b) => a + b, product: (a, b) => a * b };

/**
 * The tree of float sums and products. Leaves of 16 items from the segment's start are folded left to right. A node's
 * left child is the longest prefix of 16 · 2^k items that is shorter than the node.
 */
export function treeFold<T>(terms: ArrayLike<T>, begin: number, end: number, combine: (a: T, b: T) => T): T {
  const length = end - begin;
  if (length <= 16) {
    let result: T = terms[begin] as T;
    for (let i = begin + 1; i < end; i++) result = combine(result, terms[i] as T);
    return result;
  }
  let left = 16;
  while (2 * left < length) left *= 2;
  return combine(treeFold(terms, begin, begin + left, combine), treeFold(terms, begin + left, end, combine));
}

/** The distance of neighbouring f32 at a number's size. */
export function ulp32(value: number): number {
  let exponent = -126;
  while (Math.abs(value) >= 2 ** (exponent + 1)) exponent++;
  return 2 ** (exponent - 23);
}

/** Every f16 and f32 is a multiple of 2^-149. */
const SMALLEST_EXPONENT = 149;

/**
 * The exact sum, rounded to a double, and the allowed error of a compensated sum: 2 ulp. If items cancel, the error is
 * relative to their magnitudes, of which the pair of floats keeps at least 44 bits.
 */
export function exactSum(numbers: ArrayLike<number>, begin: number, end: number, initial = 0): NearNumber {
  let sum = 0n;
  let sizes = 0;
  const add = (value: number) => {
    // An f32 is a whole number of 24 bits times a power of two. Both factors are exact.
    let whole = value;
    let shift = SMALLEST_EXPONENT;
    while (!Number.isInteger(whole)) {
      whole *= 2;
      shift--;
    }
    sum += BigInt(whole) << BigInt(shift);
    sizes += Math.abs(value);
  };
  add(initial);
  for (let i = begin; i < end; i++) add(numbers[i]!);
  // 2^-149 is a double. The product with it is exact if it is normal.
  const value = Number(sum) * 2 ** -SMALLEST_EXPONENT;
  return { value, allowedError: 2 * ulp32(value) + sizes * 2 ** -44 };
}

/** Relative error of a variance, and error of a mean relative to the items' root mean square. */
const MOMENT_ERROR = 1e-5;

/** Mean or variance by two passes over doubles, with the allowed error of single precision. */
export function moment(
  op: 'mean' | 'variance' | 'std',
  items: Items,
  begin: number,
  end: number,
  ddof = 0,
): NearNumber {
  const length = end - begin;
  if (length === 0 || (op !== 'mean' && length <= ddof)) return { value: Number.NaN, allowedError: 0 };
  const { numbers, integers } = items;
  const at = (i: number) => (numbers.length > 0 ? numbers[i]! : Number(integers[i]!));
  let sum = 0;
  let squares = 0;
  for (let i = begin; i < end; i++) {
    sum += at(i);
    squares += at(i) ** 2;
  }
  const mean = sum / length;
  const size = Math.sqrt(squares / length);
  if (op === 'mean') return { value: mean, allowedError: MOMENT_ERROR * size };
  let deviations = 0;
  for (let i = begin; i < end; i++) deviations += (at(i) - mean) ** 2;
  const variance = deviations / (length - ddof);
  const value = op === 'std' ? Math.sqrt(variance) : variance;
  return { value, allowedError: MOMENT_ERROR * value };
}

// ------------------------------------------------------------------------------------------------- all of them

function extremes(op: OpName, type: KeyType, items: Items, bounds: Bounds, initial?: number | bigint): Exact {
  const least = op === 'min' || op === 'argmin';
  const itemBytes = itemBytesOf(type);
  const values = new Uint8Array(bounds.length * itemBytes);
  const indices = new Uint32Array(bounds.length);
  const list = isFloat(type) ? items.numbers : items.integers;
  const before = initial === undefined ? undefined : encoded(type, initial);
  const beforeItem = before && new Items(type, before);
  const first = beforeItem && (isFloat(type) ? beforeItem.numbers[0]! : beforeItem.integers[0]!);
  for (const [s, [begin, end]] of bounds.entries()) {
    const at = winner(list, begin, end, least, first);
    const none = before ?? encoded(type, worst(type, least));
    values.set(at < 0 ? none : items.bytes.subarray(at * itemBytes, (at + 1) * itemBytes), s * itemBytes);
    indices[s] = at < 0 ? 0xffffffff : at - begin;
  }
  return { kind: 'exact', type, values, ...(isArg(op) ? { indices } : {}) };
}

/** The first or the last item; NaN or 0 if there is none. */
function ends(op: OpName, type: KeyType, items: Items, bounds: Bounds): Exact {
  const parts = bounds.flatMap(([begin, end]) => {
    if (begin === end) return [...encoded(type, isFloat(type) ? Number.NaN : 0)];
    const at = itemBytesOf(type) * (op === 'first' ? begin : end - 1);
    return [...items.bytes.subarray(at, at + itemBytesOf(type))];
  });
  return { kind: 'exact', type, values: Uint8Array.from(parts) };
}

/** Whether some items, or all of them, are not 0. */
function truth(op: OpName, { numbers, integers }: Items, begin: number, end: number): number {
  const own = numbers.length > 0 ? Array.from(numbers.subarray(begin, end)) : integers.slice(begin, end);
  const isTrue = (item: number | bigint) => Number(item) !== 0;
  return Number(op === 'any' ? own.some(isTrue) : own.every(isTrue));
}

/** A mean or a variance of items of 64 bits. */
function moment64(op: OpName, { numbers, integers }: Items, begin: number, end: number, ddof: number): number {
  if (begin === end) return Number.NaN;
  if (op !== 'mean') {
    const items = numbers.length > 0 ? numbers.subarray(begin, end) : integers.slice(begin, end).map(Number);
    const ranges = Array.from(items, rangeOf);
    const variance = varianceOf(treeFold(ranges, 0, end - begin, joined), ddof);
    return op === 'std' ? Math.sqrt(variance) : variance;
  }
  if (numbers.length > 0) return treeFold(numbers, begin, end, COMBINE.sum!) / (end - begin);
  const sum = integers.slice(begin, end).reduce((total, item) => total + item, 0n);
  return exactQuotient(sum, end - begin);
}

/** The result for one segment, if it is not an item of the input. */
function element(op: OpName, items: Items, begin: number, end: number, { initial, ddof }: Given) {
  const { type } = items;
  if (op === 'count') return end - begin;
  if (isMoment(op)) return moment64(op, items, begin, end, ddof);
  if (isOfWords(op)) return truth(op, items, begin, end);
  if (isVector(type)) throw new Error(`the oracle has no ${op} of ${type}`);
  const rounded = type === 'f64' ? (value: number) => value : Math.fround;
  const combine: Combine = (a, b) => rounded(COMBINE[op]!(a, b));
  if (!isFloat(type)) {
    const before = initial === undefined ? NEUTRAL[op]! : BigInt(initial);
    return integerFold(op, widthOf(type), before, items.integers, begin, end);
  }
  const before = initial === undefined ? undefined : rounded(Number(initial));
  if (begin === end) return before ?? Number(NEUTRAL[op]);
  const folded = treeFold(items.numbers, begin, end, combine);
  return before === undefined ? folded : combine(before, folded);
}

interface Given {
  readonly initial: number | bigint | undefined;
  readonly ddof: number;
}

/** One element per segment. */
export function reduced(op: OpName, items: Items, bounds: Bounds, initial?: number | bigint, ddof = 0): Exact | Near {
  const { type } = items;
  if (!allows(type, op)) throw new Error(`the contract has no ${op} of ${type}`);
  if (isMoment(op) && resultType(type, op) === 'f32') {
    const name = op as 'mean' | 'variance' | 'std';
    return { kind: 'near', numbers: bounds.map(([begin, end]) => moment(name, items, begin, end, ddof)) };
  }
  if (!isVector(type) && (op === 'min' || op === 'max' || isArg(op))) return extremes(op, type, items, bounds, initial);
  if (!isVector(type) && isEnd(op)) return ends(op, type, items, bounds);
  const result = resultType(type, op);
  const itemBytes = itemBytesOf(result);
  const values = new Uint8Array(bounds.length * itemBytes);
  for (const [s, [begin, end]] of bounds.entries()) {
    values.set(encoded(result, element(op, items, begin, end, { initial, ddof })), s * itemBytes);
  }
  return { kind: 'exact', type: result, values };
}

/** Sums with `accuracy: 'compensated'`. */
export function compensatedSums(items: Items, bounds: Bounds, initial = 0): Near {
  const before = Math.fround(initial);
  return { kind: 'near', numbers: bounds.map(([begin, end]) => exactSum(items.numbers, begin, end, before)) };
}
