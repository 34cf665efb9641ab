/** Exact sums of floats, as whole numbers in units of 2^-149. Also data whose sums cancel. */
import type { Random } from './cases.ts';

const word = new DataView(new ArrayBuffer(4));

/** A finite f32 in units of 2^-149. */
export function unitsOf(value: number): bigint {
  word.setFloat32(0, value);
  const bits = word.getUint32(0);
  const exponent = (bits >>> 23) & 255;
  const mantissa = bits & 0x7fffff;
  const magnitude = exponent === 0 ? BigInt(mantissa) : BigInt(mantissa + 2 ** 23) << BigInt(exponent - 1);
  return bits >>> 31 === 1 ? -magnitude : magnitude;
}

const size = (units: bigint) => (units < 0n ? -units : units);

/** An exact sum. All are in units of 2^-149. The doubles are rounded. */
export interface ExactSum {
  readonly sum: bigint;
  /** Σ|x|. */
  readonly magnitude: number;
  /** Σ|x| / |Σx|, the condition number. */
  readonly condition: number;
  /** The distance of neighbouring f32 at the sum. */
  readonly ulp: number;
}

export function exactSum(values: ArrayLike<number>, begin = 0, end = values.length): ExactSum {
  let sum = 0n;
  let magnitude = 0n;
  for (let i = begin; i < end; i++) {
    const units = unitsOf(values[i]!);
    sum += units;
    magnitude += size(units);
  }
  const bits = size(sum).toString(2).length;
  const condition = Number(magnitude) / Number(size(sum));
  return { sum, magnitude: Number(magnitude), condition, ulp: 2 ** Math.max(0, bits - 24) };
}

/** The distance of an f32 from the exact sum, in units of 2^-149. */
export function errorOf(found: number, { sum }: ExactSum): number {
  return Number(size(unitsOf(found) - sum));
}

/** Numbers of many sizes, each with its negative at another index, and one more. The condition is about `condition`. */
export function cancelling(count: number, condition: number, random: Random): Float32Array {
  const halves = Array.from({ length: (count - 1) >> 1 }, () =>
    Math.fround((random.word() / 2 ** 31 - 1) * 2 ** random.between(-12, 0)),
  );
  const magnitude = 2 * halves.reduce((sum, value) => sum + Math.abs(value), 0);
  const values = [...halves, ...halves.map((value) => -value), Math.fround(magnitude / condition)];
  while (values.length < count) values.push(0);
  return Float32Array.from(random.shuffled(values));
}
