/** A walk's window of numbers, and its loop over segments that are in one window. */
import { LEAF } from '../../reduce/descriptor.ts';

/** Items of a window: 16 kB of doubles, which stay in a cache of 32 kB. A multiple of the number of chains. */
export const WINDOW = 2 ** 11;
/** The most segments of a window. */
export const GROUP = 2 ** 12;

type Moments = Float32Array | undefined;

/** What a walk finds, and where it goes. */
export interface WalkOptions {
  readonly means: Moments;
  readonly variances: Moments;
  readonly hasExtremes: boolean;
  readonly isFloat: boolean;
  /** Takes a segment whose numbers are special: its place in the list, and its items. */
  readonly leave: (k: number, from: number, to: number) => void;
}

/** The greatest mean length of a window's segments for which ranks are made. */
export const FEW_A_SEGMENT = 32;

/** Up to this sum of sizes no sum of f32 is infinite. */
const SAFE = 1e38;

/** Whether a sum of f32 may overflow, or a number is infinite or NaN. NaN that is not the first leaves the extremes. */
export const isSpecial = (bound: number, total: number) => !(bound + Math.abs(total) < SAFE);
export const largestSum = (length: number, low: number, high: number) =>
  length * Math.max(Math.abs(low), Math.abs(high));

/** What all walks share, since a walk does not wait. */
export const SHARED = {
  numbers: new Float64Array(WINDOW),
  /** Whole numbers in the order of the numbers, with equal ones for 0 and -0. Those of NaN mean nothing. */
  ranks: new Int32Array(WINDOW),
  /** The segments of the window that have items, and the indices of their least and largest items. */
  ids: new Uint32Array(GROUP),
  least: new Uint32Array(GROUP),
  largest: new Uint32Array(GROUP),
  /** The sum of sizes that was found last. */
  found: new Float64Array(1),
};

/** As in sorts (../sort/short.ts), functions that run once have the arrays as constants. */
const SUMS = (() => {
  const { numbers, ranks, ids, found } = SHARED;

  /**
   * Lists the segments that have items. Segments follow one another from item `base` on. A loop over all of them would
   * ask at each whether it is empty, which is hard to predict.
   */
  function listed(end: Uint32Array, start: number, last: number, base: number): number {
    let n = 0;
    for (let s = start, before = base; s < last; s++) {
      const to = end[s]!;
      ids[n] = s;
      n = (n + (+(to !== before) | 0)) | 0;
      before = to;
    }
    return n;
  }

  /** Makes bits of f32, or of u32, their ranks. */
  function rankBits(count: number, isFloat: boolean): void {
    const [negative, flips] = isFloat ? [0x7fffffff, 0] : [0, 1 << 31];
    for (let i = 0; i < count; i++) {
      let bits = ranks[i]!;
      if (isFloat && bits === 1 << 31) bits = 0;
      ranks[i] = bits ^ ((bits >> 31) & negative) ^ flips;
    }
  }

  /** The square distances of numbers first … next − 1 from their mean, by two chains, of a leaf by one. */
  function squares(first: number, next: number, mean: number): number {
    let even = 0;
    let odd = 0;
    let i = first;
    if (next - first > LEAF) {
      for (; i + 2 <= next; i += 2) {
        const p = numbers[i]! - mean;
        const q = numbers[i + 1]! - mean;
        even += p * p;
        odd += q * q;
      }
    }
    for (; i < next; i++) {
      const p = numbers[i]! - mean;
      even += p * p;
    }
    return even + odd;
  }

  /** The sum of more numbers than a leaf has, by four chains. */
  function sum(first: number, next: number): number {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = first;
    for (; i + 4 <= next; i += 4) {
      a += numbers[i]!;
      b += numbers[i + 1]!;
      c += numbers[i + 2]!;
      d += numbers[i + 3]!;
    }
    for (; i < next; i++) a += numbers[i]!;
    return a + b + (c + d);
  }

  /** The same sum. The sum of the numbers' sizes goes to `found`. */
  function withSizes(first: number, next: number): number {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let sizes = 0;
    let i = first;
    for (; i + 4 <= next; i += 4) {
      const p = numbers[i]!;
      const q = numbers[i + 1]!;
      const r = numbers[i + 2]!;
      const t = numbers[i + 3]!;
      a += p;
      b += q;
      c += r;
      d += t;
      sizes += Math.abs(p) + Math.abs(q) + (Math.abs(r) + Math.abs(t));
    }
    for (; i < next; i++) {
      a += numbers[i]!;
      sizes += Math.abs(numbers[i]!);
    }
    found[0] = sizes;
    return a + b + (c + d);
  }

  /**
   * Lists segment s as segment n of those that have items, and stores its moments or leaves it. No sum of its numbers
   * is larger than `bound`.
   */
  function store(
    { means, variances, isFloat, leave }: WalkOptions,
    n: number,
    s: number,
    base: number,
    first: number,
    next: number,
    total: number,
    bound: number,
  ): void {
    ids[n] = s;
    if (isFloat && isSpecial(bound, total)) {
      leave(n, base + first, base + next);
      return;
    }
    const length = next - first;
    const mean = total / length;
    if (means) means[s] = mean;
    if (variances) variances[s] = Math.fround(squares(first, next, mean)) / length;
  }

  return { listed, rankBits, squares, store, sum, withSizes };
})();
export const { listed, rankBits } = SUMS;

/** Walks over segments, as {@link walk} does. */
export const walkRanked = (() => {
  const { numbers, ranks, ids, least, largest } = SHARED;
  const { listed, store, sum } = SUMS;

  /** Finds the extremes by ranks. No branches: which of a few numbers is the least is hard to predict. */
  function walkRanked(end: Uint32Array, start: number, last: number, base: number, options: WalkOptions): number {
    const n = listed(end, start, last, base);
    let first = 0;
    for (let k = 0; k < n; k++) {
      const s = ids[k]!;
      const next = (end[s]! - base) | 0;
      const length = next - first;
      let total = numbers[first]!;
      if (length > LEAF) total = sum(first, next);
      else for (let i = first + 1; i < next; i++) total += numbers[i]!;
      let low = ranks[first]!;
      let high = low;
      let lowAt = first;
      let highAt = first;
      for (let i = first + 1; i < next; i++) {
        const rank = ranks[i]!;
        const isLow = -(+(rank < low) | 0);
        const isHigh = -(+(rank > high) | 0);
        low ^= (low ^ rank) & isLow;
        high ^= (high ^ rank) & isHigh;
        lowAt ^= (lowAt ^ i) & isLow;
        highAt ^= (highAt ^ i) & isHigh;
      }
      least[k] = lowAt + base;
      largest[k] = highAt + base;
      store(options, k, s, base, first, next, total, largestSum(length, numbers[lowAt]!, numbers[highAt]!));
      first = next;
    }
    return n;
  }

  return walkRanked;
})();

export const walk = (() => {
  const { numbers, least, largest, found } = SHARED;
  const { store, withSizes } = SUMS;

  /** The sum of more numbers than a leaf has, by four chains. Lists their extremes for segment n of the list. */
  function withExtremes(first: number, next: number, n: number): number {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let low = numbers[first]!;
    let high = low;
    let lowAt = first;
    let highAt = first;
    let i = first;
    for (; i + 4 <= next; i += 4) {
      const p = numbers[i]!;
      const q = numbers[i + 1]!;
      const r = numbers[i + 2]!;
      const t = numbers[i + 3]!;
      a += p;
      b += q;
      c += r;
      d += t;
      if (p < low || q < low || r < low || t < low || p > high || q > high || r > high || t > high) {
        for (let k = i; k < i + 4; k++) {
          const each = numbers[k]!;
          if (each < low) {
            low = each;
            lowAt = k;
          }
          if (each > high) {
            high = each;
            highAt = k;
          }
        }
      }
    }
    for (; i < next; i++) {
      const p = numbers[i]!;
      a += p;
      if (p < low) {
        low = p;
        lowAt = i;
      }
      if (p > high) {
        high = p;
        highAt = i;
      }
    }
    least[n] = lowAt;
    largest[n] = highAt;
    return a + b + (c + d);
  }

  /**
   * Walks over segments s … last − 1, all of which are in the window, which begins at item `base`, and returns how many
   * have items. One of at most a leaf has one chain of additions, from its first number on.
   */
  function walk(end: Uint32Array, s: number, last: number, base: number, options: WalkOptions): number {
    const { hasExtremes } = options;
    let n = 0;
    for (let next = 0; s < last; s++) {
      const first = next;
      next = (end[s]! - base) | 0;
      const length = next - first;
      if (length === 0) continue;
      let total = numbers[first]!;
      let sizes = Math.abs(total);
      let lowAt = first;
      let highAt = first;
      if (length > LEAF) {
        total = hasExtremes ? withExtremes(first, next, n) : withSizes(first, next);
        lowAt = least[n]!;
        highAt = largest[n]!;
        sizes = found[0]!;
      } else {
        for (let i = first + 1; i < next; i++) {
          const p = numbers[i]!;
          total += p;
          sizes += Math.abs(p);
          if (p < numbers[lowAt]!) lowAt = i;
          if (p > numbers[highAt]!) highAt = i;
        }
      }
      if (hasExtremes) {
        sizes = largestSum(length, numbers[lowAt]!, numbers[highAt]!);
        least[n] = lowAt + base;
        largest[n] = highAt + base;
      }
      store(options, n++, s, base, first, next, total, sizes);
    }
    return n;
  }

  return walk;
})();

/** Walks over segments, as {@link walk} does, for means and variances alone. */
export const walkMoments = (() => {
  const { numbers, ids, found } = SHARED;
  const { listed, squares, sum, withSizes } = SUMS;

  function walkMoments(end: Uint32Array, start: number, last: number, base: number, options: WalkOptions): number {
    const { means, variances, isFloat } = options;
    const n = listed(end, start, last, base);
    let first = 0;
    let bound = 0;
    for (let k = 0; k < n; k++) {
      const s = ids[k]!;
      const next = (end[s]! - base) | 0;
      const length = next - first;
      let total = numbers[first]!;
      let sizes = 0;
      if (length > LEAF) {
        total = isFloat ? withSizes(first, next) : sum(first, next);
        sizes = found[0]!;
      } else if (isFloat) {
        sizes = Math.abs(total);
        for (let i = first + 1; i < next; i++) {
          total += numbers[i]!;
          sizes += Math.abs(numbers[i]!);
        }
      } else {
        for (let i = first + 1; i < next; i++) total += numbers[i]!;
      }
      bound += sizes;
      const mean = total / length;
      if (means) means[s] = mean;
      if (variances) variances[s] = Math.fround(squares(first, next, mean)) / length;
      first = next;
    }
    // A segment's sum is at most its sum of sizes, and that is at most the window's.
    return isFloat && isSpecial(2 * bound, 0) ? walk(end, start, last, base, options) : n;
  }

  return walkMoments;
})();
