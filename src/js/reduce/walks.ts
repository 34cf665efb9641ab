/**
 * Several operators in one walk: extremes, means and variances of numbers of up to 32 bits, sums and means of doubles.
 * Numbers become doubles, a window at a time: the loops see one class of arrays, and the engine compiles them for it.
 * Segments with infinities, NaN or sums that may overflow are left to each operator's own code. This module loads
 * beside that of other reduces, and imports nothing of it.
 */
import { type NumberType, typeBytes } from '../../item_types.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import { LEAF } from '../../reduce/descriptor.ts';
import type { OPERATORS } from './array_call.ts';
import type { Numbers } from './folds.ts';
import type { Input, Reduction } from './operators.ts';

type Of = typeof OPERATORS;

/** Items of a window: 64 kB of doubles. A multiple of the number of chains. */
const WINDOW = 2 ** 13;
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

/** The numbers of the segments, as doubles, a window at a time. */
class Windows {
  readonly source: Numbers;
  readonly #begin: Uint32Array;
  readonly #end: Uint32Array;
  readonly numbers = new Float64Array(WINDOW);
  /** The index of the window's first number, and that after its last. */
  base = 0;
  to = 0;

  constructor(source: Numbers, { begin, end }: Input['spans']) {
    this.source = source;
    this.#begin = begin;
    this.#end = end;
  }

  load(from: number, to: number): void {
    this.base = from;
    this.to = to;
    if (to - from >= FEW) this.numbers.set(this.source.subarray(from, to));
    else for (let i = from; i < to; i++) this.numbers[i - from] = this.source[i]!;
  }

  /** Loads a segment that fits, and those after it that begin where it ends. */
  open(s: number, last: number): void {
    const from = this.#begin[s]!;
    let to = this.#end[s]!;
    if (from >= this.base && to <= this.to) return;
    for (let next = s + 1; next < last && this.#begin[next] === to; next++) {
      if (this.#end[next]! - from > WINDOW) break;
      to = this.#end[next]!;
    }
    this.load(from, to);
  }
}

type Moments = Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

const taken = new WeakSet<Moments>();

/** Results that a walk has found. The first operator that wants them has them, and others have copies. */
function stored(type: 'f32' | 'f64', found: Moments): Reduction {
  const isFirst = !taken.has(found);
  taken.add(found);
  const results = isFirst ? found : found.slice();
  const words = new Uint32Array(results.buffer);
  // JavaScript does not say which bits of NaN it stores.
  const isDouble = type === 'f64';
  return {
    type,
    values: new Uint8Array(results.buffer),
    run(first, last) {
      if (!isFirst) results.set(found.subarray(first, last), first);
      for (let s = first; s < last; s++) {
        if (!Number.isNaN(results[s]!)) continue;
        words[isDouble ? 2 * s : s] = isDouble ? 0 : 0x7fc00000;
        if (isDouble) words[2 * s + 1] = 0x7ff80000;
      }
    },
  };
}

const WORDS: Readonly<Record<number, 'u8' | 'u16' | 'u32'>> = { 1: 'u8', 2: 'u16', 4: 'u32' };

/** Extremes by the indices of their items. */
function extremeOf(
  { viewOf, extremeIdentity }: Of,
  { type, bytes, spans }: Input,
  found: Uint32Array,
  isMax: boolean,
  hasIndices: boolean,
): Reduction {
  const { begin, end, count } = spans;
  const size = typeBytes(type);
  const values = new Uint8Array(count * size);
  const word = WORDS[size]!;
  const [items, results] = [viewOf(word, bytes), viewOf(word, values)];
  const empty = viewOf(word, extremeIdentity(type as NumberType, isMax))[0]!;
  const indices = hasIndices ? new Uint32Array(count) : undefined;
  return {
    type,
    values,
    ...(indices ? { indices } : {}),
    run(first, last) {
      for (let s = first; s < last; s++) {
        const isEmpty = begin[s] === end[s];
        results[s] = isEmpty ? empty : items[found[s]!]!;
        if (indices) indices[s] = isEmpty ? 0xffffffff : found[s]! - begin[s]!;
      }
    },
  };
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
const isSpecial = (bound: number, total: number) => !(bound < SAFE) || Number.isNaN(total);
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
  // By segment. Arrays that no operator needs are undefined.
  readonly means;
  readonly variances;
  /** Indices of the least and of the largest item. Empty segments have none. */
  readonly least;
  readonly largest;
  /** The operators' own code, made when it is needed: f16 is copied. */
  #own: ReturnType<typeof ownCode> | undefined;

  constructor(of: Of, input: Input, ops: readonly CheckedOp[], hasExtremes: boolean) {
    const { singles, viewOf } = of;
    const { type, bytes, spans } = input;
    this.#of = of;
    this.#input = input;
    this.#isFloat = (type as NumberType).startsWith('f');
    this.#hasExtremes = hasExtremes;
    this.#windows = new Windows(type === 'f16' ? singles(input) : (viewOf(type as 'f32', bytes) as Numbers), spans);
    const hasVariances = ops.includes('variance') || ops.includes('std');
    this.means = hasVariances || ops.includes('mean') ? new Float32Array(spans.count) : undefined;
    this.variances = hasVariances ? new Float32Array(spans.count) : undefined;
    this.least = hasExtremes ? new Uint32Array(spans.count) : undefined;
    this.largest = hasExtremes ? new Uint32Array(spans.count) : undefined;
  }

  reductionOf(op: CheckedOp): Reduction | undefined {
    if (op === 'mean') return stored('f32', this.means!);
    if (op === 'variance') return stored('f32', this.variances!);
    const isMax = op === 'max' || op === 'argmax';
    if (!isMax && op !== 'min' && op !== 'argmin') return undefined;
    const found = isMax ? this.largest! : this.least!;
    return extremeOf(this.#of, this.#input, found, isMax, op.startsWith('arg'));
  }

  run(first: number, last: number): void {
    const { begin, end } = this.#input.spans;
    // The results of empty segments.
    this.means?.fill(Number.NaN, first, last);
    this.variances?.fill(Number.NaN, first, last);
    let s = first;
    while (s < last) {
      const from = begin[s]!;
      const to = end[s]!;
      if (from < to && to - from <= WINDOW) this.#windows.open(s, last);
      if (to - from <= LEAF) s = from < to ? this.#short(s, last) : s + 1;
      else this.#long(s++, from, to);
    }
  }

  /**
   * Segments of at most a leaf, from `s` on, as far as the window has them: one chain of additions each, from the first
   * number on. Returns the first segment that is none of them.
   */
  #short(s: number, last: number): number {
    const { base, to: limit, numbers } = this.#windows;
    const { begin, end } = this.#input.spans;
    const { means, variances, least, largest } = this;
    const [isFloat, hasExtremes] = [this.#isFloat, this.#hasExtremes];
    for (; s < last; s++) {
      const from = begin[s]!;
      const length = end[s]! - from;
      if (length > LEAF || from < base || from + length > limit) break;
      if (length === 0) continue;
      const first = from - base;
      const next = first + length;
      let total = numbers[first]!;
      let low = total;
      let high = total;
      let lowAt = first;
      let highAt = first;
      let bound = 0;
      if (hasExtremes) {
        for (let i = first + 1; i < next; i++) {
          const p = numbers[i]!;
          total += p;
          if (p < low) {
            low = p;
            lowAt = i;
          }
          if (p > high) {
            high = p;
            highAt = i;
          }
        }
      } else {
        for (let i = first + 1; i < next; i++) {
          total += numbers[i]!;
          bound += Math.abs(numbers[i]!);
        }
      }
      if (isFloat && isSpecial(largestSum(length, low, high) + bound, total)) {
        this.#special(s, from, from + length);
        continue;
      }
      const mean = total / length;
      if (means) means[s] = mean;
      if (variances) {
        let squares = 0;
        for (let i = first; i < next; i++) squares += (numbers[i]! - mean) * (numbers[i]! - mean);
        variances[s] = Math.fround(squares) / length;
      }
      if (least && largest) {
        least[s] = lowAt + base;
        largest[s] = highAt + base;
      }
    }
    return s;
  }

  #long(s: number, from: number, to: number): void {
    const { numbers, source } = this.#windows;
    const { means, variances, least, largest } = this;
    const found = this.#found;
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
      this.#special(s, from, to);
      return;
    }
    if (means) means[s] = total / length;
    if (variances) variances[s] = Math.fround(this.#squares(from, to, total / length)) / length;
    if (least && largest) {
      let { lowAt, highAt } = found;
      while (source[lowAt] !== found.low) lowAt++;
      while (source[highAt] !== found.high) highAt++;
      least[s] = lowAt;
      largest[s] = highAt;
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

  #special(s: number, from: number, to: number): void {
    this.#own ??= ownCode(this.#of, this.#input, this.#windows.source);
    const { mean, variance, min, max } = this.#own;
    const { means, variances, least, largest } = this;
    if (means) means[s] = mean(from, to);
    if (variances) variances[s] = variance(from, to);
    if (least) least[s] = min(from, to);
    if (largest) largest[s] = max(from, to);
  }
}

const ownCode = ({ meanOf, varianceOf, winnerOf }: Of, { type, bytes }: Input, numbers: Numbers) => ({
  mean: meanOf(numbers),
  variance: varianceOf(numbers),
  min: winnerOf(type as NumberType, bytes, false),
  max: winnerOf(type as NumberType, bytes, true),
});

/** Sums and means of doubles. */
function ofDoubles({ viewOf, doubleTotal }: Of, { bytes, spans: { begin, end, count } }: Input): Walk {
  const numbers = viewOf('f64', bytes);
  const sums = new Float64Array(count);
  const means = new Float64Array(count);
  return {
    reductionOf: (op) => (op === 'sum' || op === 'mean' ? stored('f64', op === 'sum' ? sums : means) : undefined),
    run(first, last) {
      for (let s = first; s < last; s++) {
        const from = begin[s]!;
        const to = end[s]!;
        if (from === to) {
          means[s] = Number.NaN;
          continue;
        }
        let total = numbers[from]!;
        if (to - from > LEAF) total = doubleTotal(numbers, from, to);
        else for (let i = from + 1; i < to; i++) total += numbers[i]!;
        sums[s] = total;
        means[s] = total / (to - from);
      }
    },
  };
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
