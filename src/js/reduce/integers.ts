/** Sums, products and bitwise operators of integers. They wrap in the type, so the order does not matter. */
import type { Spans } from '../call.ts';

export type IntegerOp = 'sum' | 'product' | 'and' | 'or' | 'xor';

/** The words, low word first, of an empty fold. */
export const NEUTRAL: Readonly<Record<IntegerOp, readonly number[]>> = {
  sum: [0, 0],
  product: [1, 0],
  and: [-1, -1],
  or: [0, 0],
  xor: [0, 0],
};

type Integers = Uint32Array | Int32Array | Uint16Array | Int16Array | Uint8Array | Int8Array;

/** Reduces segments of integers of up to 32 bits. `start` is the initial value or the neutral one. */
export function foldIntegers(
  op: IntegerOp,
  items: Integers,
  { begin, end }: Spans,
  start: readonly number[],
  results: Integers,
  first: number,
  last: number,
): void {
  for (let s = first; s < last; s++) {
    const from = begin[s]!;
    const to = end[s]!;
    let value = start[0]!;
    if (op === 'sum') for (let i = from; i < to; i++) value = (value + items[i]!) | 0;
    else if (op === 'product') for (let i = from; i < to; i++) value = Math.imul(value, items[i]!);
    else if (op === 'and') for (let i = from; i < to; i++) value &= items[i]!;
    else if (op === 'or') for (let i = from; i < to; i++) value |= items[i]!;
    else for (let i = from; i < to; i++) value ^= items[i]!;
    results[s] = value;
  }
}

/** A running fold of integers of two words, low word first. */
export interface WideFold {
  low: number;
  high: number;
  start(words: readonly number[]): void;
  add(low: number, high: number): void;
}

/** Multiplies two numbers of two words, modulo 2^64. The products of halves of words are exact. */
function multiplyBy(total: WideFold, bLow: number, bHigh: number): void {
  const { low: aLow, high: aHigh } = total;
  const [a0, a1, b0, b1] = [aLow & 0xffff, aLow >>> 16, bLow & 0xffff, bLow >>> 16];
  const low = a0 * b0;
  const crossed = a1 * b0 + (low >>> 16);
  const middle = (crossed & 0xffff) + a0 * b1;
  const carried = a1 * b1 + Math.floor(crossed / 65536) + Math.floor(middle / 65536);
  total.low = ((middle << 16) | (low & 0xffff)) >>> 0;
  total.high = (carried + Math.imul(aLow, bHigh) + Math.imul(aHigh, bLow)) >>> 0;
}

export function wideFold(op: IntegerOp): WideFold {
  const total: WideFold = {
    low: 0,
    high: 0,
    start([low = 0, high = 0]) {
      total.low = low >>> 0;
      total.high = high >>> 0;
    },
    add(low, high) {
      if (op === 'product') multiplyBy(total, low, high);
      else if (op === 'sum') {
        const sum = total.low + low;
        total.low = sum >>> 0;
        total.high = (total.high + high + (sum >= 2 ** 32 ? 1 : 0)) >>> 0;
      } else {
        const combine = BITWISE[op];
        total.low = combine(total.low, low) >>> 0;
        total.high = combine(total.high, high) >>> 0;
      }
    },
  };
  return total;
}

const BITWISE = {
  and: (a: number, b: number) => a & b,
  or: (a: number, b: number) => a | b,
  xor: (a: number, b: number) => a ^ b,
};

/** The same for integers of two words, low word first. */
export function foldWide(
  op: IntegerOp,
  words: Uint32Array,
  { begin, end }: Spans,
  start: readonly number[],
  results: Uint32Array,
  first: number,
  last: number,
): void {
  const total = wideFold(op);
  const isSum = op === 'sum';
  for (let s = first; s < last; s++) {
    total.start(start);
    let low = total.low >>> 0;
    let high = total.high | 0;
    for (let i = 2 * begin[s]!; i < 2 * end[s]!; i += 2) {
      const word = words[i]!;
      if (isSum) {
        low = (low + word) >>> 0;
        high = (high + words[i + 1]! + (+(low < word) | 0)) | 0;
      } else total.add(word, words[i + 1]!);
    }
    results[2 * s] = isSum ? low : total.low;
    results[2 * s + 1] = isSum ? high : total.high;
  }
}
