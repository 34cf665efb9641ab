/**
 * Sums and products of floats for checks, with the error that the library's tree may have. They are compensated: plain
 * additions have a greater error than the tree, and would call right results wrong.
 */
import { CompensatedSum } from '../../../bench/compensated.mjs';

/** The type of a result: doubles, or f32. */
export type Width = 'f32' | 'f64';

/** As an allowed error: any result is right, because an order of the operations leaves the range of the type. */
export const ANY = Number.NaN;

/** Some roundings of a result of its own, such as a division. */
const ROUNDINGS = 20;

/** A step of a tree rounds at most this. */
export const EPSILON: Readonly<Record<Width, number>> = { f32: 2 ** -23, f64: 2 ** -51 };

/** The exponents of the greatest numbers. Those of the least ones are about their negatives. */
const RANGE: Readonly<Record<Width, number>> = { f32: 127, f64: 1023 };

export const LARGEST: Readonly<Record<Width, number>> = { f32: 3.4028234663852886e38, f64: Number.MAX_VALUE };

/** A device may flush a subnormal of f32 to 0 in each operation. Doubles are computed with integers. */
export const FLUSHED: Readonly<Record<Width, number>> = { f32: 2 ** -126, f64: 0 };

/** The error of a tree relative to the sum of magnitudes: one rounding per doubling of the length. */
export const treeError = (width: Width, count: number) => EPSILON[width] * (ROUNDINGS + Math.log2(count + 1));

export interface Running {
  add(item: number): void;
  readonly value: number;
  /** The allowed error of `value`. */
  readonly tolerance: number;
}

export class RunningSum implements Running {
  readonly #sum = new CompensatedSum();
  #magnitude = 0;
  #count = 0;

  constructor(readonly width: Width) {}

  add(item: number): void {
    this.#sum.add(item);
    this.#count++;
    if (Number.isFinite(item)) this.#magnitude += Math.abs(item);
  }

  get value(): number {
    return this.#sum.value;
  }

  get tolerance(): number {
    const { width } = this;
    if (this.#magnitude >= LARGEST[width]) return ANY;
    return treeError(width, this.#count) * this.#magnitude + this.#count * FLUSHED[width];
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** A finite number that is not 0 as a factor from 1 to 2 and a power of two. */
function split(value: number): [factor: number, exponent: number] {
  if (Math.abs(value) < 2 ** -1022) {
    const [factor, exponent] = split(value * 2 ** 60);
    return [factor, exponent - 60];
  }
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  bits.setUint32(0, (high & 0x800fffff) | 0x3ff00000);
  return [bits.getFloat64(0), ((high >>> 20) & 0x7ff) - 1023];
}

/** The error of `a * b`, exactly (Dekker 1971). Both are from 1 to 4 in size. */
function productError(a: number, b: number, product: number): number {
  const part = (value: number) => {
    const scaled = 134217729 * value;
    const high = scaled - (scaled - value);
    return [high, value - high] as const;
  };
  const [[a1, a0], [b1, b0]] = [part(a), part(b)];
  return a1 * b1 - product + a1 * b0 + a0 * b1 + a0 * b0;
}

/** A product in two doubles and an exponent of its own, so that no step rounds visibly or leaves the range. */
export class RunningProduct implements Running {
  #factor = 1;
  #rest = 0;
  #exponent = 0;
  /** The product of zeros, infinities and NaNs, or ±1. */
  #special = 1;
  #count = 0;
  /** The logarithm of the product, and how far it rose and fell within a part of the items. */
  #log = 0;
  #least = 0;
  #most = 0;
  #rise = 0;
  #fall = 0;

  constructor(readonly width: Width) {}

  add(item: number): void {
    this.#count++;
    if (item === 0 || !Number.isFinite(item)) {
      this.#special *= item;
      return;
    }
    const [by, exponent] = split(item);
    const product = this.#factor * by;
    const rest = productError(this.#factor, by, product) + this.#rest * by;
    const [factor, more] = split(product + rest);
    // Powers of two, so that the rest is scaled exactly.
    this.#rest = (product - factor * 2 ** more + rest) / 2 ** more;
    this.#factor = factor;
    this.#exponent += exponent + more;
    this.#follow(Math.log2(Math.abs(by)) + exponent);
  }

  #follow(step: number): void {
    this.#log += step;
    this.#rise = Math.max(this.#rise, this.#log - this.#least);
    this.#fall = Math.min(this.#fall, this.#log - this.#most);
    this.#least = Math.min(this.#least, this.#log);
    this.#most = Math.max(this.#most, this.#log);
  }

  get value(): number {
    if (this.#special !== 1) return this.#special * Math.sign(this.#factor);
    const half = Math.trunc(Math.max(-2000, Math.min(2000, this.#exponent)) / 2);
    return (this.#factor + this.#rest) * 2 ** half * 2 ** (Math.max(-2000, Math.min(2000, this.#exponent)) - half);
  }

  get tolerance(): number {
    const { width } = this;
    // A part of the items may leave the range although the whole product does not.
    if (this.#rise >= RANGE[width] - 1 || this.#fall <= 2 - RANGE[width]) return ANY;
    return this.#special === 1 ? EPSILON[width] * (1 + this.#count) * Math.abs(this.value) : 0;
  }
}
