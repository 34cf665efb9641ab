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
import {
  FEW_A_SEGMENT,
  GROUP,
  isSpecial,
  largestSum,
  listed,
  rankBits,
  SHARED,
  type WalkOptions,
  WINDOW,
  walk,
  walkMoments,
  walkRanked,
} from './walk_short.ts';

type Of = typeof OPERATORS;

/** Fewer items are converted by a loop: a call of `set` takes longer. */
const FEW = 64;
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
  readonly numbers = SHARED.numbers;
  /** The words that become ranks. */
  readonly #words: Numbers;
  readonly #isFloat: boolean;
  /** The index of the window's first number. */
  base = 0;

  constructor(source: Numbers) {
    this.source = source;
    this.#isFloat = source instanceof Float32Array;
    const { buffer, byteOffset, length } = source;
    const isWhole = !this.#isFloat && !(source instanceof Uint32Array);
    this.#words = isWhole ? source : new Int32Array(buffer, byteOffset, length);
  }

  load(from: number, to: number): void {
    this.base = from;
    copied(this.source, from, to, this.numbers);
  }

  /** The ranks of the same numbers. */
  rank(from: number, to: number): void {
    const { source } = this;
    copied(this.#words, from, to, SHARED.ranks);
    if (this.#words !== source) rankBits(to - from, this.#isFloat);
  }
}

function copied(source: Numbers, from: number, to: number, window: Float64Array | Int32Array): void {
  if (to - from >= FEW) window.set(source.subarray(from, to));
  else for (let i = from; i < to; i++) window[i - from] = source[i]!;
}

/** Several operators in one walk. */
export interface Walk {
  /** Walks over segments first … last − 1. */
  run(first: number, last: number): void;
  /** An operator whose results the walk finds. It runs after the walk. */
  reductionOf(op: CheckedOp): Reduction | undefined;
}

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
  readonly #extremes: Extremes[] = [];
  readonly #options: WalkOptions;
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
    const numbers = type === 'f16' ? singles(input) : (viewOf(type as 'f32', bytes) as Numbers);
    this.#windows = new Windows(numbers);
    const hasVariances = ops.includes('variance') || ops.includes('std');
    this.means = hasVariances || ops.includes('mean') ? new Float32Array(spans.count) : undefined;
    this.variances = hasVariances ? new Float32Array(spans.count) : undefined;
    const { means, variances } = this;
    const leave: WalkOptions['leave'] = (k, from, to) => this.#special(k, from, to);
    this.#options = { means, variances, hasExtremes, isFloat: this.#isFloat, leave };
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

  /** Segments from `start` on, back to back, that fit in a window, or one that does not. Returns the next segment. */
  #group(start: number, last: number): number {
    const { begin, end } = this.#input.spans;
    const base = begin[start]!;
    let s = groupEnd(this.#input.spans, start, Math.min(last, start + GROUP));
    const to = s > start ? end[s - 1]! : base;
    let n = 0;
    if (s > start) {
      this.#windows.load(base, to);
      const isRanked = this.#hasExtremes && to - base < FEW_A_SEGMENT * (s - start);
      if (isRanked) this.#windows.rank(base, to);
      const walked = isRanked ? walkRanked : this.#hasExtremes ? walk : walkMoments;
      n = walked(end, start, s, base, this.#options);
    } else {
      SHARED.ids[0] = s++;
      n = 1;
      this.#long(0, base, end[start]!);
    }
    for (const extremes of this.#extremes) {
      extremes.take(SHARED.ids, extremes.isMax ? SHARED.largest : SHARED.least, n);
    }
    return s;
  }

  /** Segment k of those that are listed. */
  #long(k: number, from: number, to: number): void {
    const { numbers, source } = this.#windows;
    const { means, variances } = this;
    const found = this.#found;
    const s = SHARED.ids[k]!;
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
      SHARED.least[k] = lowAt;
      SHARED.largest[k] = highAt;
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
    const s = SHARED.ids[k]!;
    if (means) means[s] = mean(from, to);
    if (variances) variances[s] = variance(from, to);
    for (const results of [means, variances]) if (Number.isNaN(results?.[s])) fillNan(results!, s, s + 1);
    if (!this.#hasExtremes) return;
    SHARED.least[k] = min(from, to);
    SHARED.largest[k] = max(from, to);
  }
}

/** The end of the segments from `start` on that follow one another and fit in a window. At most `limit`. */
function groupEnd({ begin, end }: Input['spans'], start: number, limit: number): number {
  const most = begin[start]! + WINDOW;
  let s = start;
  if (begin.buffer !== end.buffer) {
    while (s < limit && begin[s] === (s > start ? end[s - 1] : begin[s]) && end[s]! <= most) s++;
    return s;
  }
  // Of offsets each segment follows the one before. Ends ascend.
  for (let past = limit; s < past; ) {
    const middle = (s + past) >>> 1;
    if (end[middle]! <= most) s = middle + 1;
    else past = middle;
  }
  return s;
}

const ownCode = ({ meanOf, varianceOf, winnerOf }: Of, { type, bytes }: Input, numbers: Numbers) => ({
  mean: meanOf(numbers),
  variance: varianceOf(numbers),
  min: winnerOf(type as NumberType, bytes, false),
  max: winnerOf(type as NumberType, bytes, true),
});

/** Sums and means of doubles, or means alone. */
function ofDoubles({ viewOf, doubleTotal }: Of, { bytes, spans }: Input, hasSums: boolean): Walk {
  const numbers = viewOf('f64', bytes);
  const means = new Float64Array(spans.count);
  // Sums that nobody asks for are overwritten.
  const sums = hasSums ? new Float64Array(spans.count) : means;
  const { begin, end, longest } = spans;
  const bound = longest > 2 ? (numbers.length - LEAF) | 0 : -1;
  return {
    reductionOf: (op) => (op === 'sum' || op === 'mean' ? stored('f64', op === 'sum' ? sums : means) : undefined),
    run(first, last) {
      fillNan(means, first, last);
      for (let s = first; s < last; ) {
        const from = s++;
        // Of offsets each segment follows the one before.
        if (begin.buffer === end.buffer) s = last;
        else while (s < last && begin[s] === end[s - 1]) s++;
        sumsAndMeans(numbers, begin[from]!, end, sums, means, from, s, bound, doubleTotal);
      }
    },
  };
}

/** Of segments that follow one another, from number `begin` on, as sums of doubles alone are found (folds.ts). */
const sumsAndMeans = (() => {
  const { ids } = SHARED;
  const after = new Float64Array(LEAF + 1);

  function sumsAndMeans(
    x: Float64Array,
    begin: number,
    end: Uint32Array,
    sums: Float64Array<ArrayBuffer>,
    means: Float64Array<ArrayBuffer>,
    first: number,
    last: number,
    bound: number,
    longTotal: Of['doubleTotal'],
  ): void {
    const n = listed(end, first, last, begin);
    let to = begin | 0;
    for (let k = 0; k < n; k++) {
      const s = ids[k]!;
      const from = to;
      to = end[s]! | 0;
      const length = (to - from) | 0;
      let total = x[from]!;
      if (length > 2 * LEAF) {
        longTotal(x, from, to, sums, s);
        total = sums[s]!;
      } else if (length > LEAF) {
        const half = (from + LEAF) | 0;
        let next = x[half]!;
        let i = (from + 1) | 0;
        for (; ((i + LEAF) | 0) < to; i = (i + 1) | 0) {
          total += x[i]!;
          next += x[(i + LEAF) | 0]!;
        }
        for (; i < half; i = (i + 1) | 0) total += x[i]!;
        total += next;
      } else if (from > bound) {
        for (let i = (from + 1) | 0; i < to; i = (i + 1) | 0) total += x[i]!;
      } else {
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
      sums[s] = total;
      means[s] = total / length;
      if (Number.isNaN(total)) for (const results of [sums, means]) fillNan(results, s, s + 1);
    }
  }

  return sumsAndMeans;
})();

/** The walk that the operators share, if they need one. */
export function walkOf(of: Of, input: Input, ops: readonly CheckedOp[]): Walk | undefined {
  const { type } = input;
  const count = (names: RegExp) => ops.filter((op) => typeof op === 'string' && names.test(op)).length;
  const moments = count(/^(mean|variance|std)$/);
  if (type === 'f64') {
    const hasSums = count(/^sum$/) > 0;
    // Indices of its loop have 31 bits.
    return ops.includes('mean') && input.bytes.length < 2 ** 34 ? ofDoubles(of, input, hasSums) : undefined;
  }
  if (typeof type !== 'string' || type.endsWith('64')) return undefined;
  const extremes = count(/min|max/);
  return moments > 0 || extremes > 1 ? new WalkOfNumbers(of, input, ops, extremes > 0) : undefined;
}
