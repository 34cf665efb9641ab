/**
 * Means, minima and maxima of rows, row by row: all columns of four or eight rows at a time, so that memory is read in
 * order and nothing is copied. A column has the bits of a call on it alone. Sums: row_sums.ts.
 */
import { LEAF } from '../../reduce/descriptor.ts';
import type { Reduction } from './operators.ts';
import { type Of, sums, wrappedSums } from './row_sums.ts';
import {
  baseOf,
  INFINITE,
  type Numbers,
  type RowNumbers,
  type RowSpans,
  type Rows,
  SIZE,
  startsRun,
  storeNans,
  takeUnits,
} from './row_units.ts';

const { abs } = Math;

/** The canonical NaN of f32. */
const NAN = 0x7fc00000;

/** Up to this sum of sizes no sum of f32 is infinite, as in means.ts. */
const SAFE = 1e38;

/**
 * Writes the means of rows first … end − 1, at most a leaf, two columns at a time, the last one of an odd number twice.
 * Returns the sum of all sizes.
 */
function leafMeans(x: Numbers, width: number, rows: Rows, first: number, end: number, results: Numbers, to: number) {
  let sizes = 0;
  for (let k = 0; k < width; k += 2) {
    const other = k + 1 < width ? 1 : 0;
    let at = baseOf(rows, width, first) + k;
    let sum = x[at]!;
    let next = x[at + other]!;
    sizes += abs(sum) + abs(next);
    for (let i = first + 1; i < end; i++) {
      at = baseOf(rows, width, i) + k;
      const p = x[at]!;
      const q = x[at + other]!;
      sum += p;
      next += q;
      sizes += abs(p) + abs(q);
    }
    results[to + k] = sum / (end - first);
    results[to + k + other] = next / (end - first);
  }
  return sizes;
}

/** Adds rows to four chains a column, four at a time, the last ones to the first. Returns the sum of all sizes. */
function addToFour(x: Numbers, width: number, rows: Rows, first: number, end: number, chains: Float64Array): number {
  const [second, third, fourth] = [width, 2 * width, 3 * width];
  let sizes = 0;
  let i = first;
  for (; i + 3 < end; i += 4) {
    const a = baseOf(rows, width, i);
    const b = baseOf(rows, width, i + 1);
    const c = baseOf(rows, width, i + 2);
    const d = baseOf(rows, width, i + 3);
    for (let k = 0; k < width; k++) {
      const p = x[a + k]!;
      const q = x[b + k]!;
      const r = x[c + k]!;
      const s = x[d + k]!;
      chains[k]! += p;
      chains[second + k]! += q;
      chains[third + k]! += r;
      chains[fourth + k]! += s;
      sizes += abs(p) + abs(q) + (abs(r) + abs(s));
    }
  }
  for (; i < end; i++) {
    const a = baseOf(rows, width, i);
    for (let k = 0; k < width; k++) {
      const p = x[a + k]!;
      chains[k]! += p;
      sizes += abs(p);
    }
  }
  return sizes;
}

/** Whether the sum of sizes of a column allows no infinite sum of f32. */
function isSafe({ numbers: x, width, rows }: RowNumbers, from: number, to: number, column: number): boolean {
  let sizes = 0;
  for (let i = from; i < to; i++) sizes += abs(x[baseOf(rows, width, i) + column]!);
  return sizes < SAFE;
}

/**
 * Means: sums in doubles, in the order of means.ts. Leaves have one chain of additions, longer segments four. A sum of
 * f32 that may be infinite is left to `slow`, the mean of one column of a segment.
 */
function means(of: RowNumbers, spans: RowSpans, slow: (s: number, column: number) => number): Reduction {
  const { numbers: x, width, rows } = of;
  const { begin, end, count, longest } = spans;
  const results = new Float32Array(count * width);
  const words = new Int32Array(results.buffer);
  const isFloat = x instanceof Float32Array;
  const chains = new Float64Array(4 * width);
  /** Writes the means of a segment of at least two rows. Returns the sum of all sizes, or 0 if they do not matter. */
  function meansOf(from: number, to: number, at: number): number {
    const length = to - from;
    if (length <= LEAF) return leafMeans(x, width, rows, from, to, results, at);
    for (let k = 0; k < chains.length; k++) chains[k] = 0;
    const sizes = addToFour(x, width, rows, from, to, chains);
    for (let k = 0; k < width; k++) {
      const sum = chains[k]! + chains[width + k]! + (chains[2 * width + k]! + chains[3 * width + k]!);
      results[at + k] = sum / length;
    }
    return sizes;
  }
  return {
    type: 'f32',
    values: new Uint8Array(results.buffer),
    run(first, last) {
      let checked = first;
      for (let s = first; s < last; s++) {
        const from = begin[s]!;
        const to = end[s]!;
        const at = s * width;
        // A call of `fill` takes as long as some rows.
        if (to === from) for (let k = 0; k < width; k++) words[at + k] = NAN;
        else if (startsRun(begin, end, longest, s, last)) {
          checked = takeUnits(of, spans, results, words, s, last, checked);
          s = checked - 1;
        } else if (!(meansOf(from, to, at) < SAFE) && isFloat) {
          for (let k = 0; k < width; k++) if (!isSafe(of, from, to, k)) results[at + k] = slow(s, k);
        }
      }
      storeNans(words, checked * width, last * width);
    },
  };
}

/**
 * Writes the maxima of rows first … end − 1 times `sign`, four at a time: with −1 those are the minima. A row that is
 * taken twice changes nothing. Returns whether there are NaNs: none is at most the greatest number.
 */
function maximaOf(
  x: Numbers,
  sign: number,
  width: number,
  rows: Rows,
  first: number,
  end: number,
  best: Numbers,
  to: number,
) {
  let hasNans = false;
  for (let i = first; i < end; i += 4) {
    const rest = end - 1 - i;
    const a = baseOf(rows, width, i);
    const b = baseOf(rows, width, i + Math.min(1, rest));
    const c = baseOf(rows, width, i + Math.min(2, rest));
    const d = baseOf(rows, width, i + Math.min(3, rest));
    for (let k = 0; k < width; k++) {
      const p = x[a + k]! * sign;
      const q = x[b + k]! * sign;
      const r = x[c + k]! * sign;
      const s = x[d + k]! * sign;
      let most = i === first ? p : best[to + k]! * sign;
      if (!(p <= most)) {
        most = p;
        if (Number.isNaN(p)) hasNans = true;
      }
      if (!(q <= most)) {
        most = q;
        if (Number.isNaN(q)) hasNans = true;
      }
      if (!(r <= most)) {
        most = r;
        if (Number.isNaN(r)) hasNans = true;
      }
      if (!(s <= most)) {
        most = s;
        if (Number.isNaN(s)) hasNans = true;
      }
      best[to + k] = most * sign;
    }
  }
  return hasNans;
}

/** Rows of segments that are reduced by ranks. In longer ones few branches are predicted wrongly. */
const BY_RANKS = 48;

/**
 * A word's rank: whole numbers in the order of the results. `ofFloats` is −1 for words of f32, else 0; `flip` is what
 * ranks are combined with, bit by bit.
 */
function rankOf(word: number, ofFloats: number, flip: number): number {
  const signs = (word >> 31) & ofFloats;
  return (((word & ~(ofFloats << 31)) ^ signs) - signs) ^ flip;
}

/** The word of the first zero of a column, which has one. */
function firstZero(bits: Int32Array, width: number, rows: Rows, first: number, k: number): number {
  for (let i = first; ; i++) {
    const word = bits[baseOf(rows, width, i) + k]!;
    if ((word & SIZE) === 0) return word;
  }
}

/**
 * Writes the extremes of rows first … end − 1, at most a few, two columns at a time, the last one of an odd number
 * twice. Ranks are chosen by masks, not by branches. Returns whether there may be NaNs, as words of f32.
 */
function extremesByRanks(
  bits: Int32Array,
  ofFloats: number,
  flip: number,
  width: number,
  rows: Rows,
  first: number,
  end: number,
  results: Int32Array,
  to: number,
): boolean {
  let least = 0;
  const from = baseOf(rows, width, first);
  for (let k = 0; k < width; k += 2) {
    const other = k + 1 < width ? 1 : 0;
    let at = from + k;
    let p = bits[at]!;
    let q = bits[at + other]!;
    let most = rankOf(p, ofFloats, flip);
    let next = rankOf(q, ofFloats, flip);
    least |= (INFINITE - (p & SIZE)) | (INFINITE - (q & SIZE));
    for (let i = first + 1; i < end; i++) {
      at = baseOf(rows, width, i) + k;
      p = bits[at]!;
      q = bits[at + other]!;
      least |= (INFINITE - (p & SIZE)) | (INFINITE - (q & SIZE));
      p = rankOf(p, ofFloats, flip);
      q = rankOf(q, ofFloats, flip);
      most ^= (most ^ p) & -Number(most < p);
      next ^= (next ^ q) & -Number(next < q);
    }
    for (let n = other; n >= 0; n--) {
      const rank = (n ? next : most) ^ flip;
      const signs = (rank >> 31) & ofFloats;
      const isZero = ofFloats && rank === 0;
      results[to + k + n] = isZero
        ? firstZero(bits, width, rows, first, k + n)
        : ((rank ^ signs) - signs) | (signs << 31);
    }
  }
  return least < 0;
}

/**
 * Minima and maxima. The first of equal numbers wins, and the first NaN: `slow` gives the bits of results of which some
 * may be NaN.
 */
function extremes(
  { extremeIdentity }: Of,
  of: RowNumbers,
  type: 'f32' | 'u32' | 'i32',
  isMax: boolean,
  spans: RowSpans,
  slow: (s: number, column: number) => number,
): Reduction {
  const { numbers: x, bits, width, rows } = of;
  const { begin, end, count, longest } = spans;
  const Class = x.constructor as new (of: number | ArrayBuffer) => Numbers;
  const results = new Class(count * width);
  const words = new Int32Array(results.buffer);
  const [empty = 0] = new Uint32Array(extremeIdentity(type, isMax).buffer);
  const sign = isMax ? 1 : -1;
  const most = width > 1 ? BY_RANKS : 0;
  const ofFloats = type === 'f32' ? -1 : 0;
  const flip = (type === 'u32' ? 1 << 31 : 0) ^ (isMax ? 0 : -1);
  return {
    type,
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        const from = begin[s]!;
        const to = end[s]!;
        if (from === to) {
          for (let k = s * width; k < (s + 1) * width; k++) words[k] = empty;
          continue;
        }
        if (startsRun(begin, end, longest, s, last)) s = takeUnits(of, spans, results, words, s, last) - 1;
        else if (to - from <= most) {
          const hasNans = extremesByRanks(bits, ofFloats, flip, width, rows, from, to, words, s * width);
          if (hasNans && x instanceof Float32Array) {
            for (let k = 0; k < width; k++) words[s * width + k] = slow(s, k);
          }
        } else if (maximaOf(x, sign, width, rows, from, to, results, s * width)) {
          for (let k = 0; k < width; k++) words[s * width + k] = slow(s, k);
        }
      }
    },
  };
}

/**
 * The reduction by an operator, if there is one here. `column` gives the reduction of one column of a segment, as an
 * array of its own, for numbers that need more care.
 */
export function rowReduction(
  of: Of,
  op: unknown,
  type: string,
  given: RowNumbers,
  spans: RowSpans,
  column: (op: string, s: number, column: number) => Uint8Array<ArrayBuffer>,
): Reduction | undefined {
  if (op === 'sum' && type === 'f32') return sums(of, given, spans);
  if (op === 'sum' && (type === 'u32' || type === 'i32')) return wrappedSums(given, type, spans);
  if (op === 'mean') return means(given, spans, (s, k) => new Float32Array(column(op, s, k).buffer)[0]!);
  if ((op === 'min' || op === 'max') && (type === 'f32' || type === 'u32' || type === 'i32')) {
    return extremes(of, given, type, op === 'max', spans, (s, k) => new Uint32Array(column(op, s, k).buffer)[0]!);
  }
  return undefined;
}
