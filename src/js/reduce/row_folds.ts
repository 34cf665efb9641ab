/**
 * Means, minima and maxima of rows, row by row: all columns of four or eight rows at a time, so that memory is read in
 * order and nothing is copied. A column has the bits of a call on it alone. Sums: row_sums.ts.
 */
import { LEAF } from '../../reduce/descriptor.ts';
import type { Spans } from '../call.ts';
import type { Reduction } from './operators.ts';
import {
  baseOf,
  copyRow,
  copyUnits,
  type Numbers,
  type Of,
  type RowNumbers,
  type Rows,
  storeNans,
  sums,
  wrappedSums,
} from './row_sums.ts';

const { abs } = Math;

/** Up to this sum of sizes no sum of f32 is infinite, as in means.ts. */
const SAFE = 1e38;

/** Adds rows first … end − 1, the first ones of a segment, to one chain a column. Returns the sum of all sizes. */
function addToOne(x: Numbers, width: number, rows: Rows, first: number, end: number, chains: Float64Array): number {
  let sizes = 0;
  const from = baseOf(rows, width, first);
  for (let k = 0; k < width; k++) {
    const p = x[from + k]!;
    chains[k] = p;
    sizes += abs(p);
  }
  let i = first + 1;
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
      chains[k] = chains[k]! + p + q + r + s;
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

/** Adds rows to four chains a column, eight at a time, the last ones to the first. Returns the sum of all sizes. */
function addToFour(x: Numbers, width: number, rows: Rows, first: number, end: number, chains: Float64Array): number {
  const [second, third, fourth] = [width, 2 * width, 3 * width];
  let sizes = 0;
  let i = first;
  for (; i + 7 < end; i += 8) {
    const a = baseOf(rows, width, i);
    const b = baseOf(rows, width, i + 1);
    const c = baseOf(rows, width, i + 2);
    const d = baseOf(rows, width, i + 3);
    const e = baseOf(rows, width, i + 4);
    const f = baseOf(rows, width, i + 5);
    const g = baseOf(rows, width, i + 6);
    const h = baseOf(rows, width, i + 7);
    for (let k = 0; k < width; k++) {
      const p = x[a + k]!;
      const q = x[b + k]!;
      const r = x[c + k]!;
      const s = x[d + k]!;
      const t = x[e + k]!;
      const u = x[f + k]!;
      const v = x[g + k]!;
      const w = x[h + k]!;
      chains[k] = chains[k]! + p + t;
      chains[second + k] = chains[second + k]! + q + u;
      chains[third + k] = chains[third + k]! + r + v;
      chains[fourth + k] = chains[fourth + k]! + s + w;
      sizes += abs(p) + abs(q) + (abs(r) + abs(s)) + (abs(t) + abs(u) + (abs(v) + abs(w)));
    }
  }
  const hasFour = i + 3 < end;
  for (let j = 0; i < end; i++, j++) {
    const a = baseOf(rows, width, i);
    const to = hasFour && j < 4 ? j * width : 0;
    for (let k = 0; k < width; k++) {
      const p = x[a + k]!;
      chains[to + k]! += p;
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
function means(of: RowNumbers, spans: Spans, slow: (s: number, column: number) => number): Reduction {
  const { numbers: x, width, rows } = of;
  const { begin, end, count } = spans;
  const isCopy = !rows;
  const results = new Float32Array(count * width);
  const isFloat = x instanceof Float32Array;
  const chains = new Float64Array(4 * width);
  /** Writes the means of a segment of at least one row. Returns the sum of all sizes, or 0 if they do not matter. */
  function meansOf(from: number, to: number, at: number): number {
    const length = to - from;
    const a = baseOf(rows, width, from);
    if (length === 1) {
      copyRow(x, width, a, results, at);
      return 0;
    }
    if (length <= LEAF) {
      const sizes = addToOne(x, width, rows, from, to, chains);
      for (let k = 0; k < width; k++) results[at + k] = chains[k]! / length;
      return sizes;
    }
    chains.fill(0);
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
      for (let s = first; s < last; s++) {
        if (isCopy) s = copyUnits(of, results, spans, s, last);
        if (s === last) break;
        const from = begin[s]!;
        const to = end[s]!;
        const at = s * width;
        if (to === from) results.fill(Number.NaN, at, at + width);
        else if (!(meansOf(from, to, at) < SAFE) && isFloat) {
          for (let k = 0; k < width; k++) if (!isSafe(of, from, to, k)) results[at + k] = slow(s, k);
        }
      }
      storeNans(results, first * width, last * width);
    },
  };
}

/**
 * Takes four rows into a row of results. Returns whether their sums have NaN: there are NaNs, or infinities of both
 * signs. `takeMin` is the same with the other comparison: engines would call one that is given for each number.
 */
function takeMax(
  x: Numbers,
  best: Numbers,
  to: number,
  width: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  let isSlow = false;
  for (let k = 0; k < width; k++) {
    const p = x[a + k]!;
    const q = x[b + k]!;
    const r = x[c + k]!;
    const s = x[d + k]!;
    let most = best[to + k]!;
    if (p > most) most = p;
    if (q > most) most = q;
    if (r > most) most = r;
    if (s > most) most = s;
    best[to + k] = most;
    const all = p + q + (r + s);
    if (Number.isNaN(all)) isSlow = true;
  }
  return isSlow;
}

function takeMin(
  x: Numbers,
  best: Numbers,
  to: number,
  width: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  let isSlow = false;
  for (let k = 0; k < width; k++) {
    const p = x[a + k]!;
    const q = x[b + k]!;
    const r = x[c + k]!;
    const s = x[d + k]!;
    let most = best[to + k]!;
    if (p < most) most = p;
    if (q < most) most = q;
    if (r < most) most = r;
    if (s < most) most = s;
    best[to + k] = most;
    const all = p + q + (r + s);
    if (Number.isNaN(all)) isSlow = true;
  }
  return isSlow;
}

/**
 * Minima and maxima. The first of equal numbers wins, and the first NaN: `slow` gives the bits of results of which some
 * may be NaN.
 */
function extremes(
  { extremeIdentity }: Of,
  { numbers: x, width, rows }: RowNumbers,
  type: 'f32' | 'u32' | 'i32',
  isMax: boolean,
  spans: Spans,
  slow: (s: number, column: number) => number,
): Reduction {
  const { begin, end, count } = spans;
  const Class = x.constructor as new (of: number | ArrayBuffer) => Numbers;
  const results = new Class(count * width);
  const words = new Uint32Array(results.buffer);
  const [empty = 0] = new Uint32Array(extremeIdentity(type, isMax).buffer);
  const take = isMax ? takeMax : takeMin;
  return {
    type,
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        const from = begin[s]!;
        const to = end[s]!;
        if (from === to) {
          words.fill(empty, s * width, (s + 1) * width);
          continue;
        }
        copyRow(x, width, baseOf(rows, width, from), results, s * width);
        let isSlow = false;
        // A row that is taken twice changes nothing. That the first row has NaNs is seen here.
        for (let i = from; i < to; i += 4) {
          const rest = to - 1 - i;
          const a = baseOf(rows, width, i);
          const b = baseOf(rows, width, i + Math.min(1, rest));
          const c = baseOf(rows, width, i + Math.min(2, rest));
          const d = baseOf(rows, width, i + Math.min(3, rest));
          if (take(x, results, s * width, width, a, b, c, d)) isSlow = true;
        }
        if (isSlow) for (let k = 0; k < width; k++) words[s * width + k] = slow(s, k);
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
  spans: Spans,
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
