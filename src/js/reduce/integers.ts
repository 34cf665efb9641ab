/** Sums, products and bitwise operators of integers. They wrap in the type, so no order matters. */
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
  start: number,
  results: Integers,
  first: number,
  last: number,
): void {
  for (let s = first; s < last; s++) {
    const [from, to] = [begin[s]!, end[s]!];
    let value = start;
    if (op === 'sum') for (let i = from; i < to; i++) value = (value + items[i]!) | 0;
    else if (op === 'product') for (let i = from; i < to; i++) value = Math.imul(value, items[i]!);
    else if (op === 'and') for (let i = from; i < to; i++) value &= items[i]!;
    else if (op === 'or') for (let i = from; i < to; i++) value |= items[i]!;
    else for (let i = from; i < to; i++) value ^= items[i]!;
    results[s] = value;
  }
}

/** The words of the last product of two words or of two numbers of two words. */
let productLow = 0;
let productHigh = 0;

/** Multiplies two numbers of two words, modulo 2^64. The halves' products are exact. */
export function multiplyWide(aLow: number, aHigh: number, bLow: number, bHigh: number): void {
  const [a0, a1, b0, b1] = [aLow & 0xffff, aLow >>> 16, bLow & 0xffff, bLow >>> 16];
  const low = a0 * b0;
  const crossed = a1 * b0 + (low >>> 16);
  const middle = (crossed & 0xffff) + a0 * b1;
  productLow = ((middle << 16) | (low & 0xffff)) >>> 0;
  const carried = a1 * b1 + Math.floor(crossed / 65536) + Math.floor(middle / 65536);
  productHigh = (carried + (Math.imul(aLow, bHigh) >>> 0) + (Math.imul(aHigh, bLow) >>> 0)) >>> 0;
}

/** Additions of words that a double can hold before its carries are taken out. */
const EXACT = 2 ** 20;

/** The same for integers of two words, low word first. */
export function foldWide(
  op: IntegerOp,
  words: Uint32Array,
  { begin, end }: Spans,
  [startLow = 0, startHigh = 0]: readonly number[],
  results: Uint32Array,
  first: number,
  last: number,
): void {
  for (let s = first; s < last; s++) {
    const [from, to] = [2 * begin[s]!, 2 * end[s]!];
    let [low, high] = [startLow >>> 0, startHigh >>> 0];
    if (op === 'sum') {
      for (let chunk = from; chunk < to; chunk += EXACT) {
        const chunkEnd = Math.min(chunk + EXACT, to);
        for (let i = chunk; i < chunkEnd; i += 2) {
          low += words[i]!;
          high += words[i + 1]!;
        }
        high = (high + Math.floor(low / 2 ** 32)) % 2 ** 32;
        low %= 2 ** 32;
      }
    } else if (op === 'product') {
      for (let i = from; i < to; i += 2) {
        multiplyWide(low, high, words[i]!, words[i + 1]!);
        [low, high] = [productLow, productHigh];
      }
    } else {
      for (let i = from; i < to; i += 2) {
        const [itemLow, itemHigh] = [words[i]!, words[i + 1]!];
        low = op === 'and' ? low & itemLow : op === 'or' ? low | itemLow : low ^ itemLow;
        high = op === 'and' ? high & itemHigh : op === 'or' ? high | itemHigh : high ^ itemHigh;
      }
    }
    results[2 * s] = low;
    results[2 * s + 1] = high;
  }
}
