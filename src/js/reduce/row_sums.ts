/**
 * Sums of rows, row by row: all columns of four rows at a time, so that memory is read in order and nothing is copied.
 * A column has the bits of a call on it alone.
 */
import { LEAF } from '../../reduce/descriptor.ts';
import type { Spans } from '../call.ts';
import type { OPERATORS } from './array_call.ts';
import type { Reduction } from './operators.ts';

export type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** What is reduced: rows of `width` numbers, gathered and weighted where the call says so. */
export interface RowNumbers {
  readonly numbers: Numbers;
  readonly width: number;
  readonly rows: Uint32Array | undefined;
  readonly weights: Float32Array | undefined;
}

const { fround } = Math;

export type Of = Pick<typeof OPERATORS, 'foldTree' | 'extremeIdentity'>;
export type Rows = RowNumbers['rows'];
type Sums = Float32Array<ArrayBuffer>;

// Loops are in functions that get their arrays. Where each call made functions of its own, which kept them, a number
// took two to four times as long.

/** Where row i begins. */
export const baseOf = (rows: Rows, width: number, i: number): number => (rows ? rows[i]! : i) * width;

/** Writes the sums of rows first … end − 1, at least one and at most a leaf, from left to right. */
function sumLeaf(x: Numbers, width: number, rows: Rows, first: number, end: number, target: Sums, to: number) {
  const from = baseOf(rows, width, first);
  let i = first + 1;
  if (i + 2 < end) {
    const b = baseOf(rows, width, i);
    const c = baseOf(rows, width, i + 1);
    const d = baseOf(rows, width, i + 2);
    for (let k = 0; k < width; k++) {
      target[to + k] = fround(fround(fround(x[from + k]! + x[b + k]!) + x[c + k]!) + x[d + k]!);
    }
    i += 3;
  } else copyRow(x, width, from, target, to);
  for (; i + 3 < end; i += 4) {
    const a = baseOf(rows, width, i);
    const b = baseOf(rows, width, i + 1);
    const c = baseOf(rows, width, i + 2);
    const d = baseOf(rows, width, i + 3);
    for (let k = 0; k < width; k++) {
      const two = fround(fround(target[to + k]! + x[a + k]!) + x[b + k]!);
      target[to + k] = fround(fround(two + x[c + k]!) + x[d + k]!);
    }
  }
  for (; i < end; i++) {
    const a = baseOf(rows, width, i);
    for (let k = 0; k < width; k++) target[to + k] = fround(target[to + k]! + x[a + k]!);
  }
}

/** The same of rows times their weights. A product is rounded before it is added. */
function weightedLeaf(
  x: Numbers,
  width: number,
  rows: Rows,
  weights: Float32Array,
  first: number,
  end: number,
  target: Sums,
  to: number,
) {
  let i = first + 1;
  const from = baseOf(rows, width, first);
  const weight = weights[first]!;
  if (i + 2 < end) {
    const b = baseOf(rows, width, i);
    const c = baseOf(rows, width, i + 1);
    const d = baseOf(rows, width, i + 2);
    const wb = weights[i]!;
    const wc = weights[i + 1]!;
    const wd = weights[i + 2]!;
    for (let k = 0; k < width; k++) {
      const two = fround(fround(x[from + k]! * weight) + fround(x[b + k]! * wb));
      target[to + k] = fround(fround(two + fround(x[c + k]! * wc)) + fround(x[d + k]! * wd));
    }
    i += 3;
  } else for (let k = 0; k < width; k++) target[to + k] = x[from + k]! * weight;
  for (; i + 3 < end; i += 4) {
    const a = baseOf(rows, width, i);
    const b = baseOf(rows, width, i + 1);
    const c = baseOf(rows, width, i + 2);
    const d = baseOf(rows, width, i + 3);
    const wa = weights[i]!;
    const wb = weights[i + 1]!;
    const wc = weights[i + 2]!;
    const wd = weights[i + 3]!;
    for (let k = 0; k < width; k++) {
      const two = fround(fround(target[to + k]! + fround(x[a + k]! * wa)) + fround(x[b + k]! * wb));
      target[to + k] = fround(fround(two + fround(x[c + k]! * wc)) + fround(x[d + k]! * wd));
    }
  }
  for (; i < end; i++) {
    const a = baseOf(rows, width, i);
    const w = weights[i]!;
    for (let k = 0; k < width; k++) target[to + k] = fround(target[to + k]! + fround(x[a + k]! * w));
  }
}

/** The width from which rows are added row by row. */
const WIDE = 4;

/** The same of rows of few columns, column by column, weighted or not. */
function narrowLeaf(
  x: Numbers,
  width: number,
  rows: Rows,
  weights: Float32Array | undefined,
  first: number,
  end: number,
  target: Sums,
  to: number,
) {
  const from = baseOf(rows, width, first);
  const weight = weights ? weights[first]! : 1;
  for (let k = 0; k < width; k += 2) {
    const other = k + 1 < width ? 1 : 0;
    let sum = fround(x[from + k]! * weight);
    let next = fround(x[from + k + other]! * weight);
    for (let i = first + 1; i < end; i++) {
      const at = baseOf(rows, width, i) + k;
      const w = weights ? weights[i]! : 1;
      sum = fround(sum + fround(x[at]! * w));
      if (other > 0) next = fround(next + fround(x[at + 1]! * w));
    }
    target[to + k] = sum;
    if (other > 0) target[to + k + 1] = next;
  }
}

/** Adds a row of sums to another. */
function addRow(sums: Sums, width: number, to: number, from: number): void {
  for (let k = 0; k < width; k++) sums[to + k]! += sums[from + k]!;
}

/** Gives the canonical NaN to each NaN of a range. Integers say whether there is one: they take half the time. */
export function storeNans(results: Float32Array<ArrayBuffer>, begin: number, end: number): void {
  const words = new Int32Array(results.buffer);
  let least = 0;
  for (let i = begin; i < end; i++) least |= 0x7f800000 - (words[i]! & 0x7fffffff);
  if (least >= 0) return;
  for (let i = begin; i < end; i++) if (Number.isNaN(results[i]!)) words[i] = 0x7fc00000;
}

/**
 * Copies the rows of the segments from `s` on that have one row each, of rows that follow each other. Returns the first
 * segment that is not copied, and `s` if there is only one.
 */
export function copyUnits(
  { numbers, width }: RowNumbers,
  results: Numbers,
  { begin, end }: Spans,
  s: number,
  last: number,
) {
  const by = begin[s]! - s;
  let next = s;
  while (next < last && begin[next] === next + by && end[next] === next + by + 1) next++;
  if (next < s + 2) return s;
  results.set(numbers.subarray((s + by) * width, (next + by) * width), s * width);
  return next;
}

export function copyRow(x: Numbers, width: number, from: number, results: Numbers, to: number): void {
  for (let k = 0; k < width; k++) results[to + k] = x[from + k]!;
}

/** Sums of at most a leaf of rows, at least one. */
function leafOf(
  { numbers: x, width, rows, weights }: RowNumbers,
  first: number,
  end: number,
  target: Sums,
  to: number,
) {
  if (width < WIDE) narrowLeaf(x, width, rows, weights, first, end, target, to);
  else if (weights) weightedLeaf(x, width, rows, weights, first, end, target, to);
  else sumLeaf(x, width, rows, first, end, target, to);
}

/** Sums of segments first … last − 1. `long` sums a segment of more than a leaf. */
function sumSegments(
  of: RowNumbers,
  spans: Spans,
  results: Sums,
  first: number,
  last: number,
  long: (s: number) => void,
) {
  const { numbers: x, width, rows, weights } = of;
  const { begin, end } = spans;
  const isCopy = !weights && !rows;
  for (let s = first; s < last; s++) {
    if (isCopy) s = copyUnits(of, results, spans, s, last);
    if (s === last) break;
    const from = begin[s]!;
    const length = end[s]! - from;
    if (length > LEAF) long(s);
    else if (length > 1) leafOf(of, from, from + length, results, s * width);
    else if (length > 0) {
      const [at, to] = [baseOf(rows, width, from), s * width];
      const weight = weights ? weights[from]! : 1;
      for (let k = 0; k < width; k++) results[to + k] = x[at + k]! * weight;
    }
  }
}

/** Sums by the tree. A slot of the stack is a row. */
export function sums({ foldTree }: Of, of: RowNumbers, spans: Spans): Reduction {
  const { begin, end, count } = spans;
  const { width } = of;
  const results = new Float32Array(count * width);
  let stack = new Float32Array(8 * width);
  const fold = {
    slots: new Float64Array(0),
    leaf(first: number, last: number, slot: number) {
      if ((slot + 1) * width > stack.length) {
        const larger = new Float32Array(2 * stack.length);
        larger.set(stack);
        stack = larger;
      }
      leafOf(of, first, last, stack, slot * width);
    },
    join: (slot: number) => addRow(stack, width, slot * width, (slot + 1) * width),
  };
  const long = (s: number) => {
    foldTree(fold, begin[s]!, end[s]!);
    copyRow(stack, width, 0, results, s * width);
  };
  return {
    type: 'f32',
    values: new Uint8Array(results.buffer),
    run(first, last) {
      sumSegments(of, spans, results, first, last, long);
      storeNans(results, first * width, last * width);
    },
  };
}

/** Adds rows first … end − 1 to a row of sums that wrap. */
function addWrapped(
  x: Int32Array,
  width: number,
  rows: Rows,
  first: number,
  end: number,
  sums: Int32Array,
  to: number,
) {
  let i = first;
  for (; i + 3 < end; i += 4) {
    const a = baseOf(rows, width, i);
    const b = baseOf(rows, width, i + 1);
    const c = baseOf(rows, width, i + 2);
    const d = baseOf(rows, width, i + 3);
    for (let k = 0; k < width; k++) {
      sums[to + k] = (((sums[to + k]! + x[a + k]!) | 0) + ((x[b + k]! + x[c + k]!) | 0) + x[d + k]!) | 0;
    }
  }
  for (; i < end; i++) {
    const a = baseOf(rows, width, i);
    for (let k = 0; k < width; k++) sums[to + k] = (sums[to + k]! + x[a + k]!) | 0;
  }
}

/** Sums of integers, which wrap. */
export function wrappedSums({ numbers, width, rows }: RowNumbers, type: 'u32' | 'i32', spans: Spans): Reduction {
  const { begin, end, count } = spans;
  const results = new Int32Array(count * width);
  const x = new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  return {
    type,
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) addWrapped(x, width, rows, begin[s]!, end[s]!, results, s * width);
    },
  };
}
