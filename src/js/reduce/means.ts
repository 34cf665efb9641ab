/**
 * Means and variances of numbers of up to 32 bits, of segments that walks.ts leaves; means of integers of two words.
 * The order of additions is that of the walk: one chain in a leaf, else chains that do not wait for each other.
 */
import { LEAF } from '../../reduce/descriptor.ts';
import { type Numbers, singleTotal } from './folds.ts';

/** A sum in doubles. A leaf of -0 has the sum -0. */
function totalOf(numbers: Numbers, begin: number, end: number): number {
  let a = -0;
  let b = 0;
  let c = 0;
  let d = 0;
  const isLeaf = end - begin <= LEAF;
  let i = begin;
  for (; !isLeaf && i + 4 <= end; i += 4) {
    a += numbers[i]!;
    b += numbers[i + 1]!;
    c += numbers[i + 2]!;
    d += numbers[i + 3]!;
  }
  for (; i < end; i++) a += numbers[i]!;
  return isLeaf ? a : a + b + (c + d);
}

/** The mean of at least one number. That of floats is infinite or NaN as their sum in f32 is. */
export function meanOf(numbers: Numbers): (begin: number, end: number) => number {
  const sum = new Float32Array(1);
  return (begin, end) => {
    if (numbers instanceof Float32Array) {
      singleTotal(numbers, begin, end, sum, 0);
      if (!Number.isFinite(sum[0])) return sum[0]!;
    }
    return totalOf(numbers, begin, end) / (end - begin);
  };
}

/** The variance of at least one number: the squares of distances from the mean, in doubles; NaN beside infinities. */
export function varianceOf(numbers: Numbers): (begin: number, end: number) => number {
  return (begin, end) => {
    const mean = totalOf(numbers, begin, end) / (end - begin);
    let [a, b] = [0, 0];
    let i = begin;
    for (; end - begin > LEAF && i + 2 <= end; i += 2) {
      const x = numbers[i]! - mean;
      const y = numbers[i + 1]! - mean;
      a += x * x;
      b += y * y;
    }
    for (; i < end; i++) a += (numbers[i]! - mean) ** 2;
    return Math.fround(a + b) / (end - begin);
  };
}

/** Items whose words a double can add exactly. */
const EXACT = 2 ** 20;

/** A quotient of whole numbers, rounded once to a double. */
export function exactQuotient(sum: bigint, count: number): number {
  const size = (sum < 0n ? -sum : sum) << 96n;
  const divisor = BigInt(count);
  // The quotient has more bits than a double. One more bit says whether more bits follow.
  const rest = size % divisor === 0n ? 0n : 1n;
  const quotient = Number(((size / divisor) << 1n) | rest) * 2 ** -97;
  return sum < 0n ? -quotient : quotient;
}

/** The mean of integers of two words: their exact sum, divided and rounded once to a double. */
export function exactMean(words: Uint32Array, isSigned: boolean): (begin: number, end: number) => number {
  return (begin, end) => {
    if (begin === end) return Number.NaN;
    let sum = 0n;
    for (let first = begin; first < end; first += EXACT) {
      let [low, high] = [0, 0];
      for (let i = first; i < Math.min(first + EXACT, end); i++) {
        low += words[2 * i]!;
        high += isSigned ? words[2 * i + 1]! | 0 : words[2 * i + 1]!;
      }
      sum += (BigInt(high) << 32n) + BigInt(low);
    }
    return exactQuotient(sum, end - begin);
  };
}
