/** Segmented reduces in plain JavaScript, in doubles or BigInt, with the allowed error of a result. */
import type { NumberType, ReduceOpName } from 'webgpu-segmented';
import { type Items, itemsOn, numberAt } from '../items.ts';

/** One number per segment, and the allowed error where results are rounded. */
export interface PlainReduced {
  readonly values: (number | bigint)[];
  readonly tolerance: Float64Array | undefined;
  readonly indices: Uint32Array | undefined;
}

/** The type of the results. */
export function resultType(type: NumberType, op: ReduceOpName): NumberType {
  if (op === 'count') return 'u32';
  if (op === 'mean' || op === 'variance') return type.endsWith('64') ? 'f64' : 'f32';
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
  const isFloat = type.startsWith('f');
  const rounded = op === 'mean' || op === 'variance' || (isFloat && (op === 'sum' || op === 'product'));
  const tolerance = rounded ? new Float64Array(count) : undefined;
  const fold = rounded ? roundedFold(job, tolerance as Float64Array) : exactFold(job);
  for (let s = 0; s < count; s++) values[s] = fold(job.offsets[s] as number, job.offsets[s + 1] as number, s);
  return { values, tolerance, indices: undefined };
}

type Fold = (begin: number, end: number, segment: number) => number | bigint;

function exactFold({ type, op, items }: Job): Fold {
  if (op === 'count') return (begin, end) => end - begin;
  if (op === 'min' || op === 'max') {
    return (begin, end) => {
      const at = extremeAt(type, items, begin, end, op === 'min');
      return at < 0 ? emptyExtreme(type, op === 'min') : (items[at] as number | bigint);
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
  return { values, tolerance: undefined, indices };
}

/** The distance of doubles, or of f32, that results of a type are rounded to. */
export const epsilonOf = (type: NumberType) => (type.endsWith('64') ? 2 ** -51 : 2 ** -23);

/** Folds in doubles. A fixed tree has an error of a few roundings, and one more per doubling of the length. */
function roundedFold({ type, op, items }: Job, tolerance: Float64Array): Fold {
  const epsilon = epsilonOf(type);
  const number = type === 'f16' ? (i: number) => numberAt(type, items, i) : (i: number) => Number(items[i]);
  return (begin, end, s) => {
    const count = end - begin;
    const roundings = epsilon * (20 + Math.log2(count + 1));
    let sum = 0;
    let sizes = 0;
    let product = 1;
    for (let i = begin; i < end; i++) {
      const value = number(i);
      sum += value;
      sizes += Math.abs(value);
      product *= value;
    }
    if (op === 'sum') {
      tolerance[s] = roundings * sizes;
      return sum;
    }
    if (op === 'product') {
      tolerance[s] = epsilon * (1 + count) * Math.abs(product);
      return product;
    }
    const mean = sum / count;
    tolerance[s] = (roundings * sizes) / count;
    if (op === 'mean') return mean;
    let squares = 0;
    for (let i = begin; i < end; i++) squares += (number(i) - mean) ** 2;
    // 64-bit items are shifted by the first one, which may be far from the mean.
    tolerance[s] = roundings * (squares / count + (sizes / count) ** 2) * (type.endsWith('64') ? 16 : 1);
    return squares / count;
  };
}
