/** The folds whose results are rounded: sums, products, compensated sums, variances of doubles. */
import { LEAF } from '../../reduce/descriptor.ts';
import type { Spans } from '../call.ts';
import { type Fold, stackOf, storeNan } from './tree.ts';

/** The elements, f16 and integers included, as numbers. */
export type Numbers =
  | Float64Array
  | Float32Array
  | Uint32Array
  | Int32Array
  | Uint16Array
  | Int16Array
  | Uint8Array
  | Int8Array;

const { fround } = Math;

/** Terms of a block: a subtree of four leaves. */
const BLOCK = 4 * LEAF;

export function singleProduct(numbers: Float32Array): Fold {
  const slots = stackOf(1);
  return {
    slots,
    leaf(first, end, slot) {
      let product = numbers[first]!;
      for (let i = first + 1; i < end; i++) product = fround(product * numbers[i]!);
      slots[slot] = product;
    },
    join(slot) {
      slots[slot] = fround(slots[slot]! * slots[slot + 1]!);
    },
  };
}

/** Subtrees of sums that wait for their neighbours. */
const waiting = stackOf(1);

/**
 * Stores the sum of at least one double: that of {@link foldTree}, without calls of functions for each block. A
 * returned sum would be an object of the engine's heap.
 */
export function doubleTotal(numbers: Float64Array, begin: number, end: number, to: Float64Array, at: number): void {
  let top = 0;
  let first = begin;
  let index = 0;
  for (; first + BLOCK <= end; first += BLOCK, index++) {
    let a = numbers[first]!;
    let b = numbers[first + LEAF]!;
    let c = numbers[first + 2 * LEAF]!;
    let d = numbers[first + 3 * LEAF]!;
    for (let i = first + 1; i < first + LEAF; i++) {
      a += numbers[i]!;
      b += numbers[i + LEAF]!;
      c += numbers[i + 2 * LEAF]!;
      d += numbers[i + 3 * LEAF]!;
    }
    let sum = a + b + (c + d);
    for (let rest = index; rest & 1; rest >>>= 1) sum = waiting[--top]! + sum;
    waiting[top++] = sum;
  }
  // Fewer leaves than a block has. Leaves without terms are -0, which changes no sum.
  let a = -0;
  let b = -0;
  let c = -0;
  let d = -0;
  let i = first;
  if (end - i >= 3 * LEAF) {
    for (; i < first + LEAF; i++) {
      a += numbers[i]!;
      b += numbers[i + LEAF]!;
      c += numbers[i + 2 * LEAF]!;
    }
    i += 2 * LEAF;
  } else if (end - i >= 2 * LEAF) {
    for (; i < first + LEAF; i++) {
      a += numbers[i]!;
      b += numbers[i + LEAF]!;
    }
    i += LEAF;
  } else if (end - i >= LEAF) {
    for (; i < first + LEAF; i++) a += numbers[i]!;
  }
  for (; i < end; i++) d += numbers[i]!;
  let total = a + b + (c + d);
  while (top > 0) total = waiting[--top]! + total;
  to[at] = total;
}

/**
 * The same of f32. A double has more than twice the bits of an f32. So the sum of two, rounded to f32, is that of f32.
 */
export function singleTotal(numbers: Float32Array, begin: number, end: number, to: Float32Array, at: number): void {
  let top = 0;
  let first = begin;
  let index = 0;
  for (; first + BLOCK <= end; first += BLOCK, index++) {
    let a = numbers[first]!;
    let b = numbers[first + LEAF]!;
    let c = numbers[first + 2 * LEAF]!;
    let d = numbers[first + 3 * LEAF]!;
    for (let i = first + 1; i < first + LEAF; i++) {
      a = fround(a + numbers[i]!);
      b = fround(b + numbers[i + LEAF]!);
      c = fround(c + numbers[i + 2 * LEAF]!);
      d = fround(d + numbers[i + 3 * LEAF]!);
    }
    let sum = fround(fround(a + b) + fround(c + d));
    for (let rest = index; rest & 1; rest >>>= 1) sum = fround(waiting[--top]! + sum);
    waiting[top++] = sum;
  }
  // Fewer leaves than a block has. Leaves without terms are -0, which changes no sum.
  let a = -0;
  let b = -0;
  let c = -0;
  let d = -0;
  let i = first;
  if (end - i >= 3 * LEAF) {
    for (; i < first + LEAF; i++) {
      a = fround(a + numbers[i]!);
      b = fround(b + numbers[i + LEAF]!);
      c = fround(c + numbers[i + 2 * LEAF]!);
    }
    i += 2 * LEAF;
  } else if (end - i >= 2 * LEAF) {
    for (; i < first + LEAF; i++) {
      a = fround(a + numbers[i]!);
      b = fround(b + numbers[i + LEAF]!);
    }
    i += LEAF;
  } else if (end - i >= LEAF) {
    for (; i < first + LEAF; i++) a = fround(a + numbers[i]!);
  }
  for (; i < end; i++) d = fround(d + numbers[i]!);
  let total = fround(fround(a + b) + fround(c + d));
  while (top > 0) total = fround(waiting[--top]! + total);
  to[at] = total;
}

type Sums<T> = (x: T, spans: Spans, results: T, words: Uint32Array, first: number, last: number) => void;

/**
 * Sums of floats, at indices of 31 bits: a function a type, since a loop that has seen one class of arrays takes less
 * time. Segments of one leaf or two need no calls of functions, which take longer than their items do. Two leaves do
 * not wait for each other.
 */
export const sumSingles: Sums<Float32Array> = (x, { begin, end }, results, words, first, last) => {
  for (let s = first; s < last; s++) {
    const from = begin[s]! | 0;
    const to = end[s]! | 0;
    const length = (to - from) | 0;
    let sum = 0;
    if (length > 2 * LEAF) {
      singleTotal(x, from, to, results, s);
      sum = results[s]!;
    } else if (length > 0) {
      let i = (from + 1) | 0;
      sum = x[from]!;
      if (length > LEAF) {
        const half = (from + LEAF) | 0;
        let next = x[half]!;
        for (; ((i + LEAF) | 0) < to; i = (i + 1) | 0) {
          sum = fround(sum + x[i]!);
          next = fround(next + x[(i + LEAF) | 0]!);
        }
        for (; i < half; i = (i + 1) | 0) sum = fround(sum + x[i]!);
        sum = fround(sum + next);
      } else for (; i < to; i = (i + 1) | 0) sum = fround(sum + x[i]!);
    }
    results[s] = sum;
    if (Number.isNaN(sum)) storeNan(words, s, false);
  }
};

/**
 * The same of doubles. Where a segment ends is hard to predict. So of one leaf at most 4, 8 or 16 numbers are added,
 * also those after its end. The sum after each is kept, and the length chooses one of them. Segments of one or two
 * numbers, and those whose next numbers are past the end, have a loop.
 */
export const sumDoubles: Sums<Float64Array> = (() => {
  const after = new Float64Array(LEAF + 1);

  function sumDoubles(
    x: Float64Array,
    { begin, end, longest }: Spans,
    results: Float64Array,
    words: Uint32Array,
    first: number,
    last: number,
  ): void {
    const bound = longest > 2 ? (x.length - LEAF) | 0 : -1;
    for (let s = first; s < last; s++) {
      const from = begin[s]! | 0;
      const to = end[s]! | 0;
      const length = (to - from) | 0;
      let total = 0;
      if (length > 2 * LEAF) {
        doubleTotal(x, from, to, results, s);
        total = results[s]!;
      } else if (length > LEAF) {
        const half = (from + LEAF) | 0;
        let next = x[half]!;
        let i = (from + 1) | 0;
        total = x[from]!;
        for (; ((i + LEAF) | 0) < to; i = (i + 1) | 0) {
          total += x[i]!;
          next += x[(i + LEAF) | 0]!;
        }
        for (; i < half; i = (i + 1) | 0) total += x[i]!;
        total += next;
      } else if (from > bound) {
        if (length > 0) total = x[from]!;
        for (let i = (from + 1) | 0; i < to; i = (i + 1) | 0) total += x[i]!;
      } else {
        total = x[from]!;
        after[1] = total;
        total += x[(from + 1) | 0]!;
        after[2] = total;
        total += x[(from + 2) | 0]!;
        after[3] = total;
        total += x[(from + 3) | 0]!;
        after[4] = total;
        if (length > 4) {
          total += x[(from + 4) | 0]!;
          after[5] = total;
          total += x[(from + 5) | 0]!;
          after[6] = total;
          total += x[(from + 6) | 0]!;
          after[7] = total;
          total += x[(from + 7) | 0]!;
          after[8] = total;
          if (length > 8) {
            total += x[(from + 8) | 0]!;
            after[9] = total;
            total += x[(from + 9) | 0]!;
            after[10] = total;
            total += x[(from + 10) | 0]!;
            after[11] = total;
            total += x[(from + 11) | 0]!;
            after[12] = total;
            total += x[(from + 12) | 0]!;
            after[13] = total;
            total += x[(from + 13) | 0]!;
            after[14] = total;
            total += x[(from + 14) | 0]!;
            after[15] = total;
            total += x[(from + 15) | 0]!;
            after[16] = total;
          }
        }
        total = after[length]!;
      }
      results[s] = total;
      if (Number.isNaN(total)) storeNan(words, s, true);
    }
  }

  return sumDoubles;
})();

export function doubleProduct(numbers: Float64Array): Fold {
  const slots = stackOf(1);
  return {
    slots,
    leaf(first, end, slot) {
      let product = numbers[first]!;
      for (let i = first + 1; i < end; i++) product *= numbers[i]!;
      slots[slot] = product;
    },
    join(slot) {
      slots[slot]! *= slots[slot + 1]!;
    },
  };
}

/** Sums of f32 as pairs of a sum and its error, by Knuth's two-sum: wgsl/operators/combine/compensated.wgsl. */
export function compensatedSum(numbers: Float32Array): Fold {
  const slots = stackOf(2);
  const twoSum = (a: number, b: number, slot: number) => {
    const sum = fround(a + b);
    const bPart = fround(sum - a);
    const aPart = fround(sum - bPart);
    slots[2 * slot] = sum;
    // An infinite sum and a NaN have the error 0.
    slots[2 * slot + 1] = Number.isFinite(sum) ? fround(fround(a - aPart) + fround(b - bPart)) : 0;
  };
  const add = (slot: number, sum: number, error: number) => {
    const errors = fround(slots[2 * slot + 1]! + error);
    twoSum(slots[2 * slot]!, sum, slot);
    twoSum(slots[2 * slot]!, fround(slots[2 * slot + 1]! + errors), slot);
  };
  return {
    slots,
    leaf(first, end, slot) {
      slots[2 * slot] = numbers[first]!;
      slots[2 * slot + 1] = 0;
      for (let i = first + 1; i < end; i++) add(slot, numbers[i]!, 0);
    },
    join(slot) {
      add(slot, slots[2 * slot + 2]!, slots[2 * slot + 3]!);
    },
  };
}

/**
 * Count, shift, the sums of the distances from the shift and of their squares, and NaN if an element is infinite or
 * NaN, else 0; in doubles. Chan, Golub and LeVeque 1983: wgsl/operators/doubles.wgsl.
 */
export function doubleRanges(numbers: Float64Array): Fold {
  const slots = stackOf(5);
  const add = (slot: number, count: number, shift: number, sum: number, squares: number, special: number) => {
    const at = 5 * slot;
    const distance = shift - slots[at + 1]!;
    const moved = sum + count * distance;
    slots[at]! += count;
    slots[at + 2]! += moved;
    slots[at + 3] = slots[at + 3]! + squares + distance * (sum + moved);
    slots[at + 4]! += special;
  };
  return {
    slots,
    leaf(first, end, slot) {
      const shift = numbers[first]!;
      let [sum, squares, special] = [0, 0, shift - shift];
      for (let i = first + 1; i < end; i++) {
        const distance = numbers[i]! - shift;
        sum += distance;
        squares += distance * distance;
        special += numbers[i]! - numbers[i]!;
      }
      const at = 5 * slot;
      slots[at] = end - first;
      slots[at + 1] = shift;
      slots[at + 2] = sum;
      slots[at + 3] = squares;
      slots[at + 4] = special;
    },
    join(slot) {
      const next = 5 * slot + 5;
      add(slot, slots[next]!, slots[next + 1]!, slots[next + 2]!, slots[next + 3]!, slots[next + 4]!);
    },
  };
}
