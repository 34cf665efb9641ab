/** Rows of features: what sums, means and extremes share. Segments of one row each are copied, gathered or weighted. */
import type { Spans } from '../call.ts';

export type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** What is reduced: rows of `width` numbers, gathered and weighted where the call says so. */
export interface RowNumbers {
  readonly numbers: Numbers;
  /** The same memory as words. */
  readonly bits: Int32Array;
  readonly width: number;
  readonly rows: Uint32Array | undefined;
  readonly weights: Float32Array | undefined;
}

/** Segments. If they ascend, none begins before the end of the one before. */
export interface RowSpans extends Spans {
  readonly ascends: boolean;
}

export type Rows = RowNumbers['rows'];

/** Words of f32: all bits but the sign, and infinity. */
export const SIZE = 0x7fffffff;
export const INFINITE = 0x7f800000;

/** Where row i begins. */
export const baseOf = (rows: Rows, width: number, i: number): number => (rows ? rows[i]! : i) * width;

/**
 * Whether segment s starts several of one row each. A call of `takeUnits` costs as much as some rows. The sum of four
 * lengths, which is asked first, is predicted more often than one length.
 */
export function startsRun(begin: Uint32Array, end: Uint32Array, longest: number, s: number, last: number): boolean {
  const from = begin[s]!;
  return (longest === 1 || (s + 3 < last && end[s + 3]! - from === 4)) && end[s]! - from === 1;
}

/** The first segment after s that has not one row, or whose row does not follow that of the one before. */
function endOfUnits({ begin, end, longest, ascends }: RowSpans, s: number, last: number): number {
  if (ascends && longest === 1 && end[last - 1]! - begin[s]! === last - s) return last;
  const by = begin[s]! - s;
  let next = s + 1;
  while (next < last && begin[next] === next + by && end[next] === next + by + 1) next++;
  return next;
}

/** Gathers two columns of narrow rows, their bits. The result is negative if some may be NaN, as words of f32. */
function gatherPair(
  x: Int32Array,
  width: number,
  rows: Uint32Array,
  first: number,
  end: number,
  k: number,
  results: Int32Array,
  to: number,
) {
  let least = 0;
  let at = to + k;
  for (let i = first; i < end; i++) {
    const from = rows[i]! * width + k;
    const p = x[from]!;
    const q = x[from + 1]!;
    results[at] = p;
    results[at + 1] = q;
    at += width;
    least |= (INFINITE - (p & SIZE)) | (INFINITE - (q & SIZE));
  }
  return least;
}

/** The same of all columns. Narrow rows are taken by columns: a loop over few columns ends too often. */
function gather(
  x: Int32Array,
  width: number,
  rows: Uint32Array,
  first: number,
  end: number,
  results: Int32Array,
  to: number,
) {
  const isNarrow = width < 5;
  let least = 0;
  for (let k = 0; isNarrow && k + 1 < width; k += 2) least |= gatherPair(x, width, rows, first, end, k, results, to);
  if (isNarrow && width % 2 === 1) {
    let at = to + width - 1;
    for (let i = first; i < end; i++) {
      const p = x[rows[i]! * width + width - 1]!;
      results[at] = p;
      at += width;
      least |= INFINITE - (p & SIZE);
    }
  }
  let at = to;
  for (let i = first; !isNarrow && i < end; i++) {
    let from = rows[i]! * width;
    const next = at + width;
    for (; at + 3 < next; at += 4) {
      const p = x[from]!;
      const q = x[from + 1]!;
      const r = x[from + 2]!;
      const s = x[from + 3]!;
      results[at] = p;
      results[at + 1] = q;
      results[at + 2] = r;
      results[at + 3] = s;
      least |= (INFINITE - (p & SIZE)) | (INFINITE - (q & SIZE)) | (INFINITE - (r & SIZE)) | (INFINITE - (s & SIZE));
      from += 4;
    }
    for (; at < next; at++) {
      const p = x[from]!;
      results[at] = p;
      least |= INFINITE - (p & SIZE);
      from++;
    }
  }
  return least;
}

/** Weights two columns of narrow rows. Asking for NaNs here takes less time than in a loop of its own. */
function weightPair(
  x: Numbers,
  width: number,
  weights: Float32Array,
  first: number,
  end: number,
  k: number,
  results: Numbers,
  to: number,
) {
  let mayHaveNans = false;
  let from = first * width + k;
  let at = to + k;
  for (let i = first; i < end; i++) {
    const weight = weights[i]!;
    const p = x[from]! * weight;
    const q = x[from + 1]! * weight;
    results[at] = p;
    results[at + 1] = q;
    from += width;
    at += width;
    if (Number.isNaN(p + q)) mayHaveNans = true;
  }
  return mayHaveNans;
}

/** The same of all columns. */
function weightNarrow(
  x: Numbers,
  width: number,
  weights: Float32Array,
  first: number,
  end: number,
  results: Numbers,
  to: number,
) {
  let mayHaveNans = false;
  for (let k = 0; k + 1 < width; k += 2) {
    if (weightPair(x, width, weights, first, end, k, results, to)) mayHaveNans = true;
  }
  if (width % 2 === 0) return mayHaveNans;
  let from = first * width + width - 1;
  let at = to + width - 1;
  for (let i = first; i < end; i++) {
    const p = x[from]! * weights[i]!;
    results[at] = p;
    from += width;
    at += width;
    if (Number.isNaN(p)) mayHaveNans = true;
  }
  return mayHaveNans;
}

/** Rows as numbers, two columns at a time, the last one of an odd number twice. Returns whether there may be NaNs. */
function takeRows(
  x: Numbers,
  width: number,
  rows: Rows,
  weights: Float32Array | undefined,
  first: number,
  end: number,
  results: Numbers,
  to: number,
) {
  let mayHaveNans = false;
  let at = to;
  for (let i = first; i < end; i++) {
    const from = baseOf(rows, width, i);
    const weight = weights ? weights[i]! : 1;
    for (let k = 0; k < width; k += 2) {
      const next = k + 1 < width ? k + 1 : k;
      const p = x[from + k]! * weight;
      const q = x[from + next]! * weight;
      results[at + k] = p;
      results[at + next] = q;
      if (Number.isNaN(p + q)) mayHaveNans = true;
    }
    at += width;
  }
  return mayHaveNans;
}

/**
 * Writes the results of segments of one row each, from `s` on, which is one. Returns the first segment that is not
 * written: one of other rows, or one whose row does not follow that of the segment before. `words` are the results'.
 *
 * @param checked the first segment before `s` whose NaNs may not be the canonical one. They get it. If none is given,
 *   NaNs keep their bits
 */
export function takeUnits(
  of: RowNumbers,
  spans: RowSpans,
  results: Numbers,
  words: Int32Array<ArrayBuffer>,
  s: number,
  last: number,
  checked?: number,
): number {
  const { numbers: x, bits, width, rows, weights } = of;
  const next = endOfUnits(spans, s, last);
  const first = spans.begin[s]!;
  const end = first + next - s;
  const to = s * width;
  const keepsBits = checked === undefined;
  if (!keepsBits) storeNans(words, checked * width, to);
  let mayHaveNans = true;
  if (!rows && !weights) results.set(x.subarray(first * width, end * width), to);
  else if (rows && !weights && results.constructor === x.constructor) {
    mayHaveNans = gather(bits, width, rows, first, end, words, to) < 0;
  } else if (weights && !rows && width < 9) {
    mayHaveNans = weightNarrow(x, width, weights, first, end, results, to);
  } else mayHaveNans = takeRows(x, width, rows, weights, first, end, results, to);
  if (mayHaveNans && !keepsBits) storeNans(words, to, next * width);
  return next;
}

/** Gives the canonical NaN to each NaN of a range. Integers say whether there is one: they take half the time. */
export function storeNans(words: Int32Array<ArrayBuffer>, begin: number, end: number): void {
  let least = 0;
  let i = begin;
  for (; i + 3 < end; i += 4) {
    const two = (0x7f800000 - (words[i]! & 0x7fffffff)) | (0x7f800000 - (words[i + 1]! & 0x7fffffff));
    least |= two | (0x7f800000 - (words[i + 2]! & 0x7fffffff)) | (0x7f800000 - (words[i + 3]! & 0x7fffffff));
  }
  for (; i < end; i++) least |= 0x7f800000 - (words[i]! & 0x7fffffff);
  if (least >= 0) return;
  for (i = begin; i < end; i++) if ((words[i]! & 0x7fffffff) > 0x7f800000) words[i] = 0x7fc00000;
}
