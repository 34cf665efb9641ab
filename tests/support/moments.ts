/** Mean and variance of floats, by two passes in doubles and by the formula that loses digits. */
import { canonicalSum } from './words.ts';

interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly largest: number;
}

/** Mean, variance and largest magnitude, by two passes in doubles. */
export function momentsOf(values: Float32Array, begin: number, end: number): Moments {
  const part = Array.from(values.subarray(begin, end));
  const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
  const variance = part.reduce((sum, value) => sum + (value - mean) ** 2, 0) / part.length;
  return { mean, variance, largest: Math.max(...part.map(Math.abs)) };
}

/** The variance that an f32 mean of squares minus the square of the mean would give. */
export function naiveVariance(values: Float32Array, begin: number, end: number): number {
  const squares = values.map((value) => value * value);
  const over = (sums: Float32Array) => Math.fround(canonicalSum(sums, begin, end) / (end - begin));
  const mean = over(values);
  return Math.fround(over(squares) - Math.fround(mean * mean));
}
