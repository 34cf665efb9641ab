/**
 * Sums of rows, two columns of a leaf at a time, so that its rows stay in a cache and nothing is copied. A column has
 * the bits of a call on it alone.
 */
import { LEAF } from '../../reduce/descriptor.ts';
import type { OPERATORS } from './array_call.ts';
import type { Reduction } from './operators.ts';
import {
  baseOf,
  type Numbers,
  type RowNumbers,
  type RowSpans,
  type Rows,
  startsRun,
  storeNans,
  takeUnits,
} from './row_units.ts';

const { fround } = Math;

export type Of = Pick<typeof OPERATORS, 'foldTree' | 'extremeIdentity'>;
type Sums = Float32Array<ArrayBuffer>;

// Loops are in functions that get their arrays. Where each call made functions of its own, which kept them, a number
// took two to four times as long.

/**
 * Writes the sums of rows first … end − 1, at least one and at most a leaf, from left to right, two columns at a time.
 * The last one of an odd number is added twice. A product with a weight is rounded before it is added. Loops that ask
 * for rows or weights take up to twice as long.
 */
function sumLeaf(
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
    if (!other && rows && !weights) {
      target[to + k] = sumColumn(x, width, rows, first, end, k);
      continue;
    }
    let at = from + k;
    let sum = fround(x[at]! * weight);
    let next = fround(x[at + other]! * weight);
    if (weights && rows) {
      for (let i = first + 1; i < end; i++) {
        at = rows[i]! * width + k;
        const w = weights[i]!;
        sum = fround(sum + fround(x[at]! * w));
        next = fround(next + fround(x[at + other]! * w));
      }
    } else if (weights) {
      for (let i = first + 1; i < end; i++) {
        at += width;
        const w = weights[i]!;
        sum = fround(sum + fround(x[at]! * w));
        next = fround(next + fround(x[at + other]! * w));
      }
    } else if (rows) {
      for (let i = first + 1; i < end; i++) {
        at = rows[i]! * width + k;
        sum = fround(sum + x[at]!);
        next = fround(next + x[at + other]!);
      }
    } else {
      for (let i = first + 1; i < end; i++) {
        at += width;
        sum = fround(sum + x[at]!);
        next = fround(next + x[at + other]!);
      }
    }
    target[to + k] = sum;
    target[to + k + other] = next;
  }
}

/** The sum of a gathered column of rows first … end − 1. */
function sumColumn(x: Numbers, width: number, rows: Uint32Array, first: number, end: number, k: number): number {
  let sum = x[rows[first]! * width + k]!;
  for (let i = first + 1; i < end; i++) sum = fround(sum + x[rows[i]! * width + k]!);
  return sum;
}

/** The most rows of a segment, and the most columns of a row, for sums without branches. */
const FEW = 4;
const NARROW = 8;

/**
 * Whether segments first … last − 1 are short: of FEW rows at most, or of 2.5 on average. Where short segments end is
 * hard to predict. Segments of one row each have a loop of their own.
 */
export function areFew({ begin, end, longest, ascends }: RowSpans, width: number, first: number, last: number) {
  if (longest === 1 || width > NARROW) return false;
  return longest <= FEW || (ascends && end[last - 1]! - begin[first]! <= 2.5 * (last - first));
}

/**
 * Sums segments first … last − 1. For a short one it adds FEW rows, also those after its end, and keeps the sum after
 * each. The segment's length chooses one of these sums. `found` has them for two columns. `other` sums longer segments.
 */
function sumFew(
  { numbers: x, width, rows, weights }: RowNumbers,
  { begin, end }: RowSpans,
  results: Sums,
  first: number,
  last: number,
  found: Sums,
  other: (s: number) => void,
) {
  const bound = (rows ? rows.length : x.length / width) - FEW;
  for (let s = first; s < last; s++) {
    const from = begin[s]!;
    const length = end[s]! - from;
    if (length > FEW || from > bound) {
      other(s);
      continue;
    }
    const a = baseOf(rows, width, from);
    const b = baseOf(rows, width, from + 1);
    const c = baseOf(rows, width, from + 2);
    const d = baseOf(rows, width, from + 3);
    const by = weights ? weights[from]! : 1;
    const byNext = weights ? weights[from + 1]! : 1;
    const byThird = weights ? weights[from + 2]! : 1;
    const byFourth = weights ? weights[from + 3]! : 1;
    const to = s * width;
    let k = 0;
    for (; k + 1 < width; k += 2) {
      const one = fround(x[a + k]! * by);
      const other = fround(x[a + k + 1]! * by);
      const two = fround(one + fround(x[b + k]! * byNext));
      const otherTwo = fround(other + fround(x[b + k + 1]! * byNext));
      const three = fround(two + fround(x[c + k]! * byThird));
      const otherThree = fround(otherTwo + fround(x[c + k + 1]! * byThird));
      found[1] = one;
      found[2] = two;
      found[3] = three;
      found[4] = fround(three + fround(x[d + k]! * byFourth));
      found[6] = other;
      found[7] = otherTwo;
      found[8] = otherThree;
      found[9] = fround(otherThree + fround(x[d + k + 1]! * byFourth));
      results[to + k] = found[length]!;
      results[to + k + 1] = found[length + 5]!;
    }
    if (k === width) continue;
    const one = fround(x[a + k]! * by);
    const two = fround(one + fround(x[b + k]! * byNext));
    const three = fround(two + fround(x[c + k]! * byThird));
    found[1] = one;
    found[2] = two;
    found[3] = three;
    found[4] = fround(three + fround(x[d + k]! * byFourth));
    results[to + k] = found[length]!;
  }
}

/** Adds a row of sums to another. */
function addRow(sums: Sums, width: number, to: number, from: number): void {
  for (let k = 0; k < width; k++) sums[to + k]! += sums[from + k]!;
}

/** Sums of segments first … last − 1. `long` sums a segment of more than a leaf. */
function sumSegments(
  of: RowNumbers,
  spans: RowSpans,
  results: Sums,
  first: number,
  last: number,
  long: (s: number) => void,
) {
  const { begin, end, longest } = spans;
  const { numbers: x, width, rows, weights } = of;
  const words = new Int32Array(results.buffer);
  let checked = first;
  const one = (s: number) => {
    const from = begin[s]!;
    const length = end[s]! - from;
    if (length > LEAF) long(s);
    else if (length > 0) sumLeaf(x, width, rows, weights, from, from + length, results, s * width);
  };
  if (areFew(spans, width, first, last)) {
    sumFew(of, spans, results, first, last, new Float32Array(2 * FEW + 2), one);
    storeNans(words, first * width, last * width);
    return;
  }
  for (let s = first; s < last; s++) {
    if (startsRun(begin, end, longest, s, last)) {
      checked = takeUnits(of, spans, results, words, s, last, checked);
      s = checked - 1;
      continue;
    }
    const from = begin[s]!;
    const length = end[s]! - from;
    if (length > LEAF) long(s);
    else if (length > 0) sumLeaf(x, width, rows, weights, from, from + length, results, s * width);
  }
  storeNans(words, checked * width, last * width);
}

/** Rows of the stack: one for each level of the largest tree, and one more, as in tree.ts. */
const SLOTS = 34;

/** Sums by the tree. A slot of the stack is a row. */
export function sums({ foldTree }: Of, of: RowNumbers, spans: RowSpans): Reduction {
  const { begin, end, count } = spans;
  const { numbers: x, width, rows, weights } = of;
  const results = new Float32Array(count * width);
  const stack = new Float32Array(SLOTS * width);
  const fold = {
    slots: new Float64Array(0),
    leaf: (first: number, last: number, slot: number) =>
      sumLeaf(x, width, rows, weights, first, last, stack, slot * width),
    join: (slot: number) => addRow(stack, width, slot * width, (slot + 1) * width),
  };
  const long = (s: number) => {
    foldTree(fold, begin[s]!, end[s]!);
    // A call of `set` takes 50 ns.
    for (let k = 0, to = s * width; k < width; k++) results[to + k] = stack[k]!;
  };
  return {
    type: 'f32',
    values: new Uint8Array(results.buffer),
    run(first, last) {
      sumSegments(of, spans, results, first, last, long);
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
export function wrappedSums(of: RowNumbers, type: 'u32' | 'i32', spans: RowSpans): Reduction {
  const { bits: x, width, rows } = of;
  const { begin, end, count } = spans;
  const results = new Int32Array(count * width);
  const words = { ...of, numbers: x as Int32Array<ArrayBuffer> };
  return {
    type,
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        const from = begin[s]!;
        const to = end[s]!;
        if (startsRun(begin, end, spans.longest, s, last)) s = takeUnits(words, spans, results, results, s, last) - 1;
        else addWrapped(x, width, rows, from, to, results, s * width);
      }
    },
  };
}
