/** The folds whose results are rounded: sums, products, compensated sums, means and variances. */
import { type Fold, stackOf } from './tree.ts';

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

/** Sums of f32. A double has more than twice the bits of an f32. So the sum of two, rounded to f32, is that of f32. */
export function singleSum(numbers: Float32Array): Fold {
  const slots = stackOf(1);
  return {
    slots,
    leaf(first, end, slot) {
      let sum = numbers[first]!;
      for (let i = first + 1; i < end; i++) sum = fround(sum + numbers[i]!);
      slots[slot] = sum;
    },
    join(slot) {
      slots[slot] = fround(slots[slot]! + slots[slot + 1]!);
    },
  };
}

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

export function doubleSum(numbers: Float64Array): Fold {
  const slots = stackOf(1);
  return {
    slots,
    leaf(first, end, slot) {
      let sum = numbers[first]!;
      for (let i = first + 1; i < end; i++) sum += numbers[i]!;
      slots[slot] = sum;
    },
    join(slot) {
      slots[slot]! += slots[slot + 1]!;
    },
  };
}

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
 * Count, mean and sum of squared distances from the mean, in doubles, and the sum in f32. Chan, Golub and LeVeque 1979,
 * as wgsl/operators/combine/moments.wgsl. The squares are NaN if an element is infinite or NaN.
 */
export function moments(numbers: Numbers): Fold {
  const slots = stackOf(4);
  const add = (slot: number, count: number, mean: number, squares: number, sum: number) => {
    const [at, before] = [4 * slot, slots[4 * slot]!];
    const distance = mean - slots[at + 1]!;
    const toMean = distance * (count / (before + count));
    slots[at] = before + count;
    slots[at + 1]! += toMean;
    slots[at + 2]! += squares + distance * toMean * before;
    slots[at + 3] = fround(slots[at + 3]! + sum);
  };
  return {
    slots,
    leaf(first, end, slot) {
      const number = numbers[first]!;
      slots.set([1, number, number - number, fround(number)], 4 * slot);
      for (let i = first + 1; i < end; i++) add(slot, 1, numbers[i]!, numbers[i]! - numbers[i]!, fround(numbers[i]!));
    },
    join(slot) {
      const next = 4 * slot + 4;
      add(slot, slots[next]!, slots[next + 1]!, slots[next + 2]!, slots[next + 3]!);
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
      const number = numbers[first]!;
      slots.set([1, number, 0, 0, number - number], 5 * slot);
      for (let i = first + 1; i < end; i++) add(slot, 1, numbers[i]!, 0, 0, numbers[i]! - numbers[i]!);
    },
    join(slot) {
      const next = 5 * slot + 5;
      add(slot, slots[next]!, slots[next + 1]!, slots[next + 2]!, slots[next + 3]!, slots[next + 4]!);
    },
  };
}
