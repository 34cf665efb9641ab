/**
 * Several operators in one walk: extremes, means and variances of numbers of up to 32 bits, sums and means of doubles.
 * Numbers become doubles, a window at a time: the loops see one class of arrays, and the engine compiles them for it.
 * Segments with infinities, NaN or sums that may overflow are left to each operator's own code. This module loads
 * beside that of other reduces, and imports nothing of it.
 */
import type { NumberType } from '../../item_types.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import { LEAF } from '../../reduce/descriptor.ts';
import type { OPERATORS } from './array_call.ts';
import type { Numbers } from './folds.ts';
import type { Input, Reduction } from './operators.ts';
import { Extremes, fillNan, stored } from './walk_results.ts';

type Of = typeof OPERATORS;

/** Items of a window: 64 kB of doubles. A multiple of the number of chains. */
const WINDOW = 2 ** 13;
/** Fewer items are converted by a loop: a call of `set` takes longer. */
const FEW = 64;
/** The most segments of a window. */
const GROUP = 2 ** 12;

/** What a walk finds in a segment. */
interface Found {
  /** Four chains of additions, which do not wait for each other. */
  a: number;
  b: number;
  c: number;
  d: number;
  /** No sum of numbers is larger than this. */
  bound: number;
  /** The least number, the largest one, and the indices of the first of each. */
  low: number;
  lowAt: number;
  high: number;
  highAt: number;
}

/** Adds numbers begin … end − 1, and their sizes. */
function addTotals(numbers: Float64Array, begin: number, end: number, found: Found): void {
  let { a, b, c, d } = found;
  let [even, odd] = [0, 0];
  let i = begin;
  for (; i + 4 <= end; i += 4) {
    const p = numbers[i]!;
    const q = numbers[i + 1]!;
    const r = numbers[i + 2]!;
    const s = numbers[i + 3]!;
    a += p;
    b += q;
    c += r;
    d += s;
    even += Math.abs(p) + Math.abs(q);
    odd += Math.abs(r) + Math.abs(s);
  }
  for (; i < end; i++) {
    a += numbers[i]!;
    even += Math.abs(numbers[i]!);
  }
  found.a = a;
  found.b = b;
  found.c = c;
  found.d = d;
  found.bound += even + odd;
}

/**
 * Adds the numbers, and finds the first of the least and of the largest ones, or up to three numbers before it. `base`:
 * the index of number 0.
 */
function addExtremes(numbers: Float64Array, begin: number, end: number, found: Found, base: number): void {
  let { a, b, c, d, low, lowAt, high, highAt } = found;
  let i = begin;
  for (; i + 4 <= end; i += 4) {
    const p = numbers[i]!;
    const q = numbers[i + 1]!;
    const r = numbers[i + 2]!;
    const s = numbers[i + 3]!;
    a += p;
    b += q;
    c += r;
    d += s;
    if (p < low || q < low || r < low || s < low) {
      low = Math.min(p, q, r, s);
      lowAt = base + i;
    }
    if (p > high || q > high || r > high || s > high) {
      high = Math.max(p, q, r, s);
      highAt = base + i;
    }
  }
  for (; i < end; i++) {
    const p = numbers[i]!;
    a += p;
    if (p < low) {
      low = p;
      lowAt = base + i;
    }
    if (p > high) {
      high = p;
      highAt = base + i;
    }
  }
  found.a = a;
  found.b = b;
  found.c = c;
  found.d = d;
  found.low = low;
  found.lowAt = lowAt;
  found.high = high;
  found.highAt = highAt;
}

const newFound = (): Found => ({ a: 0, b: 0, c: 0, d: 0, bound: 0, low: 0.5, lowAt: 0, high: 0.5, highAt: 0 });

/** Numbers as doubles, a window at a time. */
class Windows {
  readonly source: Numbers;
  readonly numbers = new Float64Array(WINDOW);
  /** The index of the window's first number. */
  base = 0;

  constructor(source: Numbers) {
    this.source = source;
  }

  load(from: number, to: number): void {
    this.base = from;
    if (to - from >= FEW) this.numbers.set(this.source.subarray(from, to));
    else for (let i = from; i < to; i++) this.numbers[i - from] = this.source[i]!;
  }
}

/** Several operators in one walk. */
export interface Walk {
  /** Walks over segments first … last − 1. */
  run(first: number, last: number): void;
  /** An operator whose results the walk finds. It runs after the walk. */
  reductionOf(op: CheckedOp): Reduction | undefined;
}

/** Up to this sum of sizes no sum of f32 is infinite. */
const SAFE = 1e38;

/** Whether a sum of f32 may overflow, or a number is infinite or NaN. NaN that is not the first leaves the extremes. */
const isSpecial = (bound: number, total: number) => !(bound + Math.abs(total) < SAFE);
const largestSum = (length: number, low: number, high: number) => length * Math.max(Math.abs(low), Math.abs(high));

/**
 * Extremes, means and variances of numbers of up to 32 bits. Code that runs for each segment is in methods: engines
 * compile calls of functions that each walk makes anew for one walk only.
 */
class WalkOfNumbers implements Walk {
  readonly #of: Of;
  readonly #input: Input;
  readonly #isFloat: boolean;
  readonly #hasExtremes: boolean;
  readonly #windows: Windows;
  readonly #found = newFound();
  /** The segments of the window that have items, and the indices of their least and largest items. */
  readonly #ids = new Uint32Array(GROUP);
  readonly #least = new Uint32Array(GROUP);
  readonly #largest = new Uint32Array(GROUP);
  readonly #extremes: Extremes[] = [];
  // By segment. Arrays that no operator needs are undefined.
  readonly means;
  readonly variances;
  /** The operators' own code, made when it is needed: f16 is copied. */
  #own: ReturnType<typeof ownCode> | undefined;

  constructor(of: Of, input: Input, ops: readonly CheckedOp[], hasExtremes: boolean) {
    const { singles, viewOf } = of;
    const { type, bytes, spans } = input;
    this.#of = of;
    this.#input = input;
    this.#isFloat = (type as NumberType).startsWith('f');
    this.#hasExtremes = hasExtremes;
    this.#windows = new Windows(type === 'f16' ? singles(input) : (viewOf(type as 'f32', bytes) as Numbers));
    const hasVariances = ops.includes('variance') || ops.includes('std');
    this.means = hasVariances || ops.includes('mean') ? new Float32Array(spans.count) : undefined;
    this.variances = hasVariances ? new Float32Array(spans.count) : undefined;
  }

  reductionOf(op: CheckedOp): Reduction | undefined {
    if (op === 'mean') return stored('f32', this.means!);
    if (op === 'variance') return stored('f32', this.variances!);
    const isMax = op === 'max' || op === 'argmax';
    if (!isMax && op !== 'min' && op !== 'argmin') return undefined;
    const extremes = new Extremes(this.#of, this.#input, isMax, op.startsWith('arg'));
    this.#extremes.push(extremes);
    return extremes;
  }

  run(first: number, last: number): void {
    if (this.means) fillNan(this.means, first, last);
    if (this.variances) fillNan(this.variances, first, last);
    for (const extremes of this.#extremes) extremes.fill(first, last);
    for (let s = first; s < last; ) s = this.#group(s, last);
  }

  /**
   * Segments from `start` on, back to back, that fit in a window, or one that does not fit. Those with items are listed
   * first, without branches: whether a segment is empty is hard to predict. Returns the next segment.
   */
  #group(start: number, last: number): number {
    const { begin, end } = this.#input.spans;
    const ids = this.#ids;
    const limit = Math.min(last, start + GROUP);
    const base = begin[start]!;
    let n = 0;
    let to = base;
    let s = start;
    for (; s < limit; s++) {
      const next = end[s]!;
      if (begin[s] !== to || next - base > WINDOW) break;
      ids[n] = s;
      n += (to - next) >>> 31;
      to = next;
    }
    if (n > 0) {
      this.#windows.load(base, to);
      this.#short(n);
    } else if (s === start) {
      ids[0] = s++;
      n = 1;
      this.#long(0, base, end[start]!);
    }
    for (const extremes of this.#extremes) extremes.take(ids, extremes.isMax ? this.#largest : this.#least, n);
    return s;
  }

  /** The segments that are listed. One of at most a leaf has one chain of additions, from its first number on. */
  #short(n: number): void {
    const { base, numbers } = this.#windows;
    const { begin, end } = this.#input.spans;
    const { means, variances } = this;
    const [isFloat, hasExtremes] = [this.#isFloat, this.#hasExtremes];
    const [ids, least, largest] = [this.#ids, this.#least, this.#largest];
    for (let k = 0; k < n; k++) {
      const s = ids[k]!;
      const from = begin[s]!;
      const length = end[s]! - from;
      const first = from - base;
      const next = first + length;
      let low = numbers[first]!;
      let high = low;
      let lowAt = first;
      let highAt = first;
      let bound = 0;
      let total = 0;
      // The second chain, and the sum of the last two.
      let second = 0;
      let others = 0;
      let i = first;
      if (length <= LEAF) {
        total = low;
        i++;
      } else {
        let [b, c, d] = [0, 0, 0];
        for (; i + 4 <= next; i += 4) {
          const p = numbers[i]!;
          const q = numbers[i + 1]!;
          const r = numbers[i + 2]!;
          const t = numbers[i + 3]!;
          total += p;
          b += q;
          c += r;
          d += t;
          if (!hasExtremes) {
            bound += Math.abs(p) + Math.abs(q) + (Math.abs(r) + Math.abs(t));
            continue;
          }
          if (p < low || q < low || r < low || t < low) {
            low = Math.min(p, q, r, t);
            lowAt = i;
          }
          if (p > high || q > high || r > high || t > high) {
            high = Math.max(p, q, r, t);
            highAt = i;
          }
        }
        second = b;
        others = c + d;
        // Of four numbers that were compared together, the first of the extremes.
        while (numbers[lowAt]! > low) lowAt++;
        while (numbers[highAt]! < high) highAt++;
      }
      if (hasExtremes) {
        for (; i < next; i++) {
          const p = numbers[i]!;
          total += p;
          // No branches: which number is the least of a few is hard to predict.
          lowAt ^= (lowAt ^ i) & -(+(p < low) | 0);
          highAt ^= (highAt ^ i) & -(+(p > high) | 0);
          low = numbers[lowAt]!;
          high = numbers[highAt]!;
        }
      } else {
        for (; i < next; i++) {
          total += numbers[i]!;
          bound += Math.abs(numbers[i]!);
        }
      }
      if (length > LEAF) total = total + second + others;
      if (isFloat && isSpecial(largestSum(length, low, high) + bound, total)) {
        this.#special(k, from, from + length);
        continue;
      }
      const mean = total / length;
      if (means) means[s] = mean;
      if (variances) {
        let [even, odd] = [0, 0];
        i = first;
        for (; length > LEAF && i + 2 <= next; i += 2) {
          const p = numbers[i]! - mean;
          const q = numbers[i + 1]! - mean;
          even += p * p;
          odd += q * q;
        }
        for (; i < next; i++) even += (numbers[i]! - mean) * (numbers[i]! - mean);
        variances[s] = Math.fround(even + odd) / length;
      }
      if (!hasExtremes) continue;
      least[k] = lowAt + base;
      largest[k] = highAt + base;
    }
  }

  /** Segment k of those that are listed. */
  #long(k: number, from: number, to: number): void {
    const { numbers, source } = this.#windows;
    const { means, variances } = this;
    const found = this.#found;
    const s = this.#ids[k]!;
    const isLarge = to - from > WINDOW;
    found.a = found.b = found.c = found.d = found.bound = 0;
    found.low = found.high = source[from]!;
    found.lowAt = found.highAt = from;
    for (let first = from; first < to; first += WINDOW) {
      const next = Math.min(first + WINDOW, to);
      if (isLarge) this.#windows.load(first, next);
      const { base } = this.#windows;
      (this.#hasExtremes ? addExtremes : addTotals)(numbers, first - base, next - base, found, base);
    }
    const length = to - from;
    const total = found.a + found.b + (found.c + found.d);
    const bound = this.#hasExtremes ? largestSum(length, found.low, found.high) : found.bound;
    if (this.#isFloat && isSpecial(bound, total)) {
      this.#special(k, from, to);
      return;
    }
    if (means) means[s] = total / length;
    if (variances) variances[s] = Math.fround(this.#squares(from, to, total / length)) / length;
    if (this.#hasExtremes) {
      let { lowAt, highAt } = found;
      while (source[lowAt] !== found.low) lowAt++;
      while (source[highAt] !== found.high) highAt++;
      this.#least[k] = lowAt;
      this.#largest[k] = highAt;
    }
  }

  /** The segment's squares of distances from its mean, by two chains. */
  #squares(from: number, to: number, mean: number): number {
    const windows = this.#windows;
    const { numbers } = windows;
    let [even, odd] = [0, 0];
    for (let first = from; first < to; first += WINDOW) {
      if (to - from > WINDOW) windows.load(first, Math.min(first + WINDOW, to));
      const end = Math.min(first + WINDOW, to) - windows.base;
      let i = first - windows.base;
      for (; i + 2 <= end; i += 2) {
        const p = numbers[i]! - mean;
        const q = numbers[i + 1]! - mean;
        even += p * p;
        odd += q * q;
      }
      if (i < end) even += (numbers[i]! - mean) ** 2;
    }
    return even + odd;
  }

  #special(k: number, from: number, to: number): void {
    this.#own ??= ownCode(this.#of, this.#input, this.#windows.source);
    const { mean, variance, min, max } = this.#own;
    const { means, variances } = this;
    const s = this.#ids[k]!;
    if (means) means[s] = mean(from, to);
    if (variances) variances[s] = variance(from, to);
    for (const results of [means, variances]) if (Number.isNaN(results?.[s])) fillNan(results!, s, s + 1);
    if (!this.#hasExtremes) return;
    this.#least[k] = min(from, to);
    this.#largest[k] = max(from, to);
  }
}

const ownCode = ({ meanOf, varianceOf, winnerOf }: Of, { type, bytes }: Input, numbers: Numbers) => ({
  mean: meanOf(numbers),
  variance: varianceOf(numbers),
  min: winnerOf(type as NumberType, bytes, false),
  max: winnerOf(type as NumberType, bytes, true),
});

/** Sums and means of doubles. */
function ofDoubles({ viewOf, doubleTotal }: Of, { bytes, spans }: Input): Walk {
  const numbers = viewOf('f64', bytes);
  const [sums, means] = [new Float64Array(spans.count), new Float64Array(spans.count)];
  const ids = new Uint32Array(GROUP);
  return {
    reductionOf: (op) => (op === 'sum' || op === 'mean' ? stored('f64', op === 'sum' ? sums : means) : undefined),
    run(first, last) {
      fillNan(means, first, last);
      for (let s = first; s < last; s += GROUP) {
        sumsAndMeans(numbers, spans, [sums, means], [s, Math.min(s + GROUP, last)], ids, doubleTotal);
      }
    },
  };
}

/** Segments with items are listed first, without branches: whether a segment is empty is hard to predict. */
function sumsAndMeans(
  numbers: Float64Array,
  { begin, end }: Input['spans'],
  [sums, means]: readonly Float64Array<ArrayBuffer>[],
  [first, last]: readonly [number, number],
  ids: Uint32Array,
  longTotal: Of['doubleTotal'],
): void {
  let n = 0;
  for (let s = first; s < last; s++) {
    ids[n] = s;
    n += +(begin[s] !== end[s]);
  }
  for (let k = 0; k < n; k++) {
    const s = ids[k]!;
    const from = begin[s]!;
    const to = end[s]!;
    let total = numbers[from]!;
    if (to - from > LEAF) {
      longTotal(numbers, from, to, sums!, s);
      total = sums![s]!;
    } else for (let i = from + 1; i < to; i++) total += numbers[i]!;
    sums![s] = total;
    means![s] = total / (to - from);
    if (Number.isNaN(total)) for (const results of [sums!, means!]) fillNan(results, s, s + 1);
  }
}

/** The walk that the operators share, if they need one. */
export function walkOf(of: Of, input: Input, ops: readonly CheckedOp[]): Walk | undefined {
  const { type } = input;
  const count = (names: RegExp) => ops.filter((op) => typeof op === 'string' && names.test(op)).length;
  const moments = count(/^(mean|variance|std)$/);
  if (type === 'f64') return count(/^(sum|mean)$/) > 1 ? ofDoubles(of, input) : undefined;
  if (typeof type !== 'string' || type.endsWith('64')) return undefined;
  const extremes = count(/min|max/);
  return moments > 0 || extremes > 1 ? new WalkOfNumbers(of, input, ops, extremes > 0) : undefined;
}
