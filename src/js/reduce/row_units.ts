/** Rows of features: what sums, means and extremes share. Segments of one row each are copied, gathered or weighted. */
import type { Spans } from '../call.ts';

export type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** What is reduced: rows of `width` numbers, gathered and weighted where the call says so. */
export interface RowNumbers {
  readonly numbers: Numbers;
  readonly width: number;
  readonly rows: Uint32Array | undefined;
  readonly weights: Float32Array | undefined;
}

/** Segments. If they ascend, none begins before the end of the one before. */
export interface RowSpans extends Spans {
  readonly ascends: boolean;
}

export type Rows = RowNumbers['rows'];

/** Where row i begins. */
export const baseOf = (rows: Rows, width: number, i: number): number => (rows ? rows[i]! : i) * width;

/** The first segment after s that has not one row, or whose row does not follow that of the one before. */
function endOfUnits({ begin, end, longest, ascends }: RowSpans, s: number, last: number): number {
  if (ascends && longest === 1 && end[last - 1]! - begin[s]! === last - s) return last;
  const by = begin[s]! - s;
  let next = s + 1;
  while (next < last && begin[next] === next + by && end[next] === next + by + 1) next++;
  return next;
}

/** The width from which rows are taken row by row. */
const WIDE = 5;

/**
 * Copies narrow rows, column by column: gathered, or else weighted. A loop that asks which takes twice as long. Returns
 * whether there may be NaNs: asking here takes less time than in a loop of its own.
 */
function takeColumns(
  x: Numbers,
  width: number,
  rows: Rows,
  weights: Numbers | Float32Array,
  first: number,
  end: number,
  results: Numbers,
  to: number,
) {
  let mayHaveNans = false;
  for (let k = 0; k < width; k++) {
    let at = to + k;
    if (rows) {
      for (let i = first; i < end; i++) {
        const p = x[rows[i]! * width + k]!;
        results[at] = p;
        at += width;
        if (Number.isNaN(p)) mayHaveNans = true;
      }
    } else {
      let from = first * width + k;
      for (let i = first; i < end; i++) {
        const p = x[from]! * weights[i]!;
        results[at] = p;
        from += width;
        at += width;
        if (Number.isNaN(p)) mayHaveNans = true;
      }
    }
  }
  return mayHaveNans;
}

/** The same of any rows, two columns at a time, the last one of an odd number twice. */
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
  const { numbers: x, width, rows, weights } = of;
  const next = endOfUnits(spans, s, last);
  const first = spans.begin[s]!;
  const end = first + next - s;
  const to = s * width;
  const keepsBits = checked === undefined;
  if (!keepsBits) storeNans(words, checked * width, to);
  let mayHaveNans = !keepsBits;
  // The engine copies many numbers fast, but a call of it costs as much as some rows.
  if (!rows && !weights && next > s + 8) results.set(x.subarray(first * width, end * width), to);
  else if (width < WIDE && !rows === !!weights) {
    mayHaveNans = takeColumns(x, width, rows, weights ?? x, first, end, results, to);
  } else mayHaveNans = takeRows(x, width, rows, weights, first, end, results, to);
  if (mayHaveNans && !keepsBits) storeNans(words, to, next * width);
  else if (mayHaveNans) {
    // A loop of numbers may change bits of NaNs.
    takeRows(new Int32Array(x.buffer, x.byteOffset, x.length), width, rows, weights, first, end, words, to);
  }
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
