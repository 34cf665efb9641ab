/** Segmented reduces in plain JavaScript, in doubles or BigInt, and their results for a check where these are rounded. */
import type { NumberType, ReduceOpName } from 'webgpu-segmented';
import { CompensatedSum } from '../../../bench/compensated.mjs';
import { type Items, itemsOn, numberAt } from '../items.ts';
import { ANY, EPSILON, FLUSHED, LARGEST, RunningProduct, RunningSum, treeError, type Width } from './rounded.ts';

/** One number per segment. */
export interface PlainReduced {
  readonly values: (number | bigint)[];
  readonly indices: Uint32Array | undefined;
}

/** The type of the results. */
export function resultType(type: NumberType, op: ReduceOpName): NumberType {
  if (op === 'count' || op === 'any' || op === 'all') return 'u32';
  if (op === 'logsumexp') return 'f32';
  if (op === 'mean' || op === 'variance' || op === 'std') return type.endsWith('64') ? 'f64' : 'f32';
  return type === 'f16' && (op === 'sum' || op === 'product') ? 'f32' : type;
}

interface Job {
  readonly type: NumberType;
  readonly op: ReduceOpName;
  readonly items: Items;
  readonly offsets: Uint32Array;
}

export function plainReduce(job: Job): PlainReduced {
  const { op, type } = job;
  const count = job.offsets.length - 1;
  const values = new Array<number | bigint>(count);
  if (op === 'argmin' || op === 'argmax') return extremes(job, values, new Uint32Array(count));
  const fold = isRounded(type, op) ? plainFold(job) : exactFold(job);
  for (let s = 0; s < count; s++) values[s] = fold(job.offsets[s] as number, job.offsets[s + 1] as number);
  return { values, indices: undefined };
}

type Fold = (begin: number, end: number) => number | bigint;

function exactFold({ type, op, items }: Job): Fold {
  if (op === 'count') return (begin, end) => end - begin;
  if (op === 'min' || op === 'max') {
    return (begin, end) => {
      const at = extremeAt(type, items, begin, end, op === 'min');
      return at < 0 ? emptyExtreme(type, op === 'min') : (items[at] as number | bigint);
    };
  }
  if (op === 'first' || op === 'last') {
    const none = type === 'f16' ? 0x7e00 : type.startsWith('f') ? Number.NaN : type.endsWith('64') ? 0n : 0;
    return (begin, end) => (begin === end ? none : (items[op === 'first' ? begin : end - 1] as number | bigint));
  }
  if (op === 'any' || op === 'all') {
    // NaN is not zero, and both zeros of floats are.
    const isTrue = (i: number) => Number(numberAt(type, items, i) !== 0);
    return (begin, end) => {
      let sum = 0;
      for (let i = begin; i < end; i++) sum += isTrue(i);
      return Number(op === 'any' ? sum > 0 : sum === end - begin);
    };
  }
  return type.endsWith('64') ? bigFold(type, op, items as BigUint64Array) : wordFold(type, op, items as Uint32Array);
}

/**
 * Integers of up to 32 bits. int32 arithmetic wraps as on the GPU; at the end the result is cut to the type's width.
 */
function wordFold(type: NumberType, op: ReduceOpName, items: ArrayLike<number>): Fold {
  const cut = itemsOn(type, new ArrayBuffer(8)) as Int32Array;
  const combine: Record<string, (a: number, b: number) => number> = {
    sum: (a, b) => (a + b) | 0,
    product: Math.imul,
    and: (a, b) => a & b,
    or: (a, b) => a | b,
    xor: (a, b) => a ^ b,
  };
  const step = combine[op] as (a: number, b: number) => number;
  const identity = op === 'product' ? 1 : op === 'and' ? -1 : 0;
  return (begin, end) => {
    let result = identity;
    for (let i = begin; i < end; i++) result = step(result, items[i] as number);
    cut[0] = result;
    return cut[0] as number;
  };
}

function bigFold(type: NumberType, op: ReduceOpName, items: ArrayLike<bigint>): Fold {
  const combine: Record<string, (a: bigint, b: bigint) => bigint> = {
    sum: (a, b) => a + b,
    product: (a, b) => BigInt.asUintN(64, a * b),
    and: (a, b) => a & b,
    or: (a, b) => a | b,
    xor: (a, b) => a ^ b,
  };
  const step = combine[op] as (a: bigint, b: bigint) => bigint;
  const identity = op === 'product' ? 1n : op === 'and' ? -1n : 0n;
  const cut = type === 'u64' ? BigInt.asUintN : BigInt.asIntN;
  return (begin, end) => {
    let result = identity;
    for (let i = begin; i < end; i++) result = step(result, items[i] as bigint);
    return cut(64, result);
  };
}

/** Index of the extreme: the first of equal items; the first NaN wins. -1 for an empty segment. */
export function extremeAt(type: NumberType, items: Items, begin: number, end: number, least: boolean): number {
  let at = -1;
  let best: number | bigint = 0;
  for (let i = begin; i < end; i++) {
    // 64-bit integers are compared as BigInt, because doubles would round them.
    const item = type === 'f16' ? numberAt(type, items, i) : (items[i] as number | bigint);
    if (Number.isNaN(item)) return i;
    if (at >= 0 && !(least ? item < best : item > best)) continue;
    at = i;
    best = item;
  }
  return at;
}

export function emptyExtreme(type: NumberType, least: boolean): number | bigint {
  if (type === 'f16') return least ? 0x7c00 : 0xfc00;
  if (type.startsWith('f')) return least ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const bits = BigInt(type.slice(1));
  const signed = type.startsWith('i');
  const value = least ? (1n << (signed ? bits - 1n : bits)) - 1n : signed ? -(1n << (bits - 1n)) : 0n;
  return bits === 64n ? value : Number(value);
}

function extremes({ type, op, items, offsets }: Job, values: (number | bigint)[], indices: Uint32Array): PlainReduced {
  for (let s = 0; s < indices.length; s++) {
    const begin = offsets[s] as number;
    const at = extremeAt(type, items, begin, offsets[s + 1] as number, op === 'argmin');
    indices[s] = at < 0 ? 0xffffffff : at - begin;
    values[s] = at < 0 ? emptyExtreme(type, op === 'argmin') : (items[at] as number | bigint);
  }
  return { values, indices };
}

/** Whether results are rounded: what a loop of plain JavaScript gives is then not what a check compares with. */
export const isRounded = (type: NumberType, op: ReduceOpName) =>
  ['mean', 'variance', 'std', 'logsumexp'].includes(op) || (type.startsWith('f') && (op === 'sum' || op === 'product'));

const numbersOf = ({ type, items }: Job) =>
  type === 'f16' ? (i: number) => numberAt(type, items, i) : (i: number) => Number(items[i]);

/** Folds in doubles as a program without the library does. */
function plainFold(job: Job): Fold {
  const { op } = job;
  const number = numbersOf(job);
  if (op === 'logsumexp') return (begin, end) => logSumExp(number, begin, end).value;
  return (begin, end) => {
    let [sum, product] = [0, 1];
    if (op === 'product') for (let i = begin; i < end; i++) product *= number(i);
    else for (let i = begin; i < end; i++) sum += number(i);
    if (op === 'product') return product;
    if (op === 'sum') return sum;
    const mean = sum / (end - begin);
    if (op === 'mean') return mean;
    let squares = 0;
    for (let i = begin; i < end; i++) squares += (number(i) - mean) ** 2;
    const result = squares / (end - begin);
    return op === 'std' ? Math.sqrt(result) : result;
  };
}

/** Relative to the greatest item, so that nothing overflows. */
function logSumExp(number: (i: number) => number, begin: number, end: number): { value: number; most: number } {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = begin; i < end; i++) most = Math.max(most, number(i));
  if (!Number.isFinite(most)) return { value: most, most };
  let sum = 0;
  for (let i = begin; i < end; i++) sum += Math.exp(number(i) - most);
  return { value: most + Math.log(sum), most };
}

/** Rounded results for a check: compensated or exact, with the error that the library's tree may have. */
export function roundedReduce(job: Job): { values: number[]; tolerance: Float64Array } {
  const { type, op, offsets } = job;
  const width = resultType(type, op) === 'f64' ? 'f64' : 'f32';
  const wide = op === 'mean' && (type === 'u64' || type === 'i64');
  const own: Readonly<Record<string, RoundedFold>> = { variance, std: deviation, logsumexp: logarithm };
  const fold = own[op] ?? (wide ? wideMean : running);
  const values = new Array<number>(offsets.length - 1);
  const tolerance = new Float64Array(values.length);
  for (let s = 0; s < values.length; s++) {
    [values[s], tolerance[s]] = fold(job, width, offsets[s] as number, offsets[s + 1] as number) as [number, number];
  }
  return { values, tolerance };
}

type RoundedFold = (job: Job, width: Width, begin: number, end: number) => [value: number, tolerance: number];

const running: RoundedFold = (job, width, begin, end) => {
  const number = numbersOf(job);
  const result = job.op === 'product' ? new RunningProduct(width) : new RunningSum(width);
  for (let i = begin; i < end; i++) result.add(number(i));
  const count = job.op === 'mean' ? end - begin : 1;
  return [result.value / count, result.tolerance / count];
};

/** 64-bit integers are summed exactly, by the library as well. */
const wideMean: RoundedFold = ({ items }, width, begin, end) => {
  let sum = 0n;
  for (let i = begin; i < end; i++) sum += items[i] as bigint;
  const mean = Number(sum) / (end - begin);
  return [mean, 2 * EPSILON[width] * Math.abs(mean)];
};

/** Variances of f32 are within this part of themselves. */
const VARIANCE_ERROR = 1e-5;

/**
 * By two passes over the distances from the first item. So neither a mean far from 0 nor 64-bit integers, which doubles
 * would round, lose digits. Of an infinity or a NaN it is NaN.
 */
const variance: RoundedFold = (job, width, begin, end) => {
  const { items } = job;
  const count = end - begin;
  const number = numbersOf(job);
  const first = items[begin] as number | bigint;
  const start = count > 0 ? number(begin) : 0;
  const distance =
    typeof first === 'bigint' ? (i: number) => Number((items[i] as bigint) - first) : (i: number) => number(i) - start;
  const total = new CompensatedSum();
  for (let i = begin; i < end; i++) {
    if (!Number.isFinite(number(i))) return [Number.NaN, 0];
    total.add(distance(i));
  }
  const mean = total.value / count;
  const [rest, squares] = [new CompensatedSum(), new CompensatedSum()];
  let furthest = 0;
  for (let i = begin; i < end; i++) {
    const from = distance(i) - mean;
    rest.add(from);
    squares.add(from * from);
    furthest = Math.max(furthest, Math.abs(from));
  }
  // The correction of equal items may round below 0.
  const value = Math.max(0, squares.value - rest.value ** 2 / count) / count;
  // No item is further from another one than twice this.
  const largest = (2 * furthest) ** 2;
  if (count > 0 && !(count * largest < LARGEST[width])) return [value, ANY];
  if (width === 'f32') return [value, VARIANCE_ERROR * value + count * FLUSHED.f32];
  return [value, treeError(width, count) * (value + largest)];
};

/** The root of a variance. Its error is that of the variance, and of its own rounding. */
const deviation: RoundedFold = (job, width, begin, end) => {
  const [square, tolerance] = variance(job, width, begin, end);
  const value = Math.sqrt(square);
  return [value, Math.sqrt(square + tolerance) - value + 2 * EPSILON[width] * value];
};

/** Within 4 units in the last place of the greater of the result and the greatest item. */
const logarithm: RoundedFold = (job, width, begin, end) => {
  const { value, most } = logSumExp(numbersOf(job), begin, end);
  return [value, Number.isFinite(value) ? 5 * EPSILON[width] * Math.max(Math.abs(value), Math.abs(most)) : 0];
};
