/**
 * Several operators in one walk: extremes, means and variances of numbers of up to 32 bits, sums and means of doubles.
 * Numbers become doubles, a window at a time: the loops see one class of arrays, and the engine compiles them for it.
 * Segments with infinities, NaN or sums that may overflow are left to each operator's own code.
 */
import { type NumberType, typeBytes } from '../../item_types.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import { LEAF } from '../../reduce/descriptor.ts';
import { viewOf } from '../numbers.ts';
import { extremeIdentity } from './extremes.ts';
import { doubleTotal, type Numbers } from './folds.ts';
import { SAFE } from './means.ts';
import type { Input, Reduction } from './operators.ts';
import { singles } from './tree.ts';

type Run = Reduction['run'];

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

/** The numbers of the segments, as doubles. One window of them is there at a time. */
class Windows {
  readonly source: Numbers;
  readonly #begin: Uint32Array;
  readonly #end: Uint32Array;
  readonly numbers = new Float64Array(WINDOW);
  /** The index of the window's first number, and that after its last. */
  base = 0;
  #to = 0;

  constructor(source: Numbers, { begin, end }: Input['spans']) {
    this.source = source;
    this.#begin = begin;
    this.#end = end;
  }

  load(from: number, to: number): void {
    this.base = from;
    this.#to = to;
    if (to - from >= FEW) this.numbers.set(this.source.subarray(from, to));
    else for (let i = from; i < to; i++) this.numbers[i - from] = this.source[i]!;
  }

  /** Loads a segment that fits, and those after it that begin where it ends. */
  open(s: number, last: number): void {
    const from = this.#begin[s]!;
    let to = this.#end[s]!;
    if (from >= this.base && to <= this.#to) return;
    for (let next = s + 1; next < last && this.#begin[next] === to; next++) {
      if (this.#end[next]! - from > WINDOW) break;
      to = this.#end[next]!;
    }
    this.load(from, to);
  }
}

const LOW = /^(arg)?min$/;
const HIGH = /^(arg)?max$/;
const WORDS: Readonly<Record<number, 'u8' | 'u16' | 'u32'>> = { 1: 'u8', 2: 'u16', 4: 'u32' };

type Results = Float32Array | Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** Several operators may want the same results. The first gets them, and `copy` gives them to the others. */
function sharedBy<R extends Results>(all: readonly R[]): { first: R | undefined; copy: Run } {
  const [first, ...others] = all;
  return {
    first,
    copy(from, to) {
      for (const other of others) other.set((first as R).subarray(from, to), from);
    },
  };
}

/** Where the results of min and argmin go, or those of max and argmax. Words of the items' size. */
function targetsOf(wanted: RegExp, type: NumberType, ops: readonly CheckedOp[], reductions: readonly Reduction[]) {
  const own = reductions.filter((_, i) => wanted.test(ops[i] as string));
  const word = WORDS[typeBytes(type)]!;
  return {
    values: sharedBy(own.map(({ values }) => viewOf(word, values))),
    indices: sharedBy(own.flatMap(({ indices }) => indices ?? [])),
    empty: viewOf(word, extremeIdentity(type, wanted === HIGH))[0]!,
  };
}

/** The segment's squares of distances from its mean, by two chains. */
function squaresOf(windows: Windows, from: number, to: number, mean: number): number {
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

/** Extremes, means and variances of numbers of up to 32 bits. `reductions` are those of the operators. */
function walked(input: Input, ops: readonly CheckedOp[], reductions: readonly Reduction[]): Run {
  const { bytes, spans } = input;
  const { begin, end } = spans;
  const type = input.type as NumberType;
  const isFloat = type.startsWith('f');
  const windows = new Windows(type === 'f16' ? singles(input) : (viewOf(type as 'f32', bytes) as Numbers), spans);
  const { numbers, source } = windows;
  const found = newFound();
  const floatsOf = (wanted: CheckedOp) =>
    sharedBy(reductions.filter((_, i) => ops[i] === wanted).map(({ values }) => viewOf('f32', values)));
  const [means, variances] = [floatsOf('mean'), floatsOf('variance')];
  const [lows, highs] = [LOW, HIGH].map((wanted) => targetsOf(wanted, type, ops, reductions)) as [Targets, Targets];
  const nans = [means, variances].flatMap(({ first }) => (first ? [new Uint32Array(first.buffer)] : []));
  const items = viewOf(WORDS[typeBytes(type)]!, bytes);
  const [mean, variance] = [means.first, variances.first];
  const [low, lowAt, high, highAt] = [lows.values.first, lows.indices.first, highs.values.first, highs.indices.first];
  const hasExtremes = low !== undefined || high !== undefined;

  /** A sum of f32 may overflow, or a number is infinite or NaN. NaN that is not the first leaves the extremes. */
  const isSpecial = (bound: number, total: number) => !(bound < SAFE) || Number.isNaN(total);
  const largestSum = (count: number, least: number, largest: number) =>
    count * Math.max(Math.abs(least), Math.abs(largest));

  function storeExtremes(s: number, from: number, least: number, largest: number): void {
    if (low) low[s] = items[least]!;
    if (lowAt) lowAt[s] = least - from;
    if (high) high[s] = items[largest]!;
    if (highAt) highAt[s] = largest - from;
  }

  /** A segment of one leaf: one chain of additions, from its first number on. */
  function short(s: number, from: number, to: number): boolean {
    const first = from - windows.base;
    const last = to - windows.base;
    let total = numbers[first]!;
    let least = total;
    let largest = total;
    let leastAt = first;
    let largestAt = first;
    for (let i = first + 1; i < last; i++) {
      const p = numbers[i]!;
      total += p;
      if (p < least) {
        least = p;
        leastAt = i;
      }
      if (p > largest) {
        largest = p;
        largestAt = i;
      }
    }
    const count = to - from;
    if (isFloat && isSpecial(largestSum(count, least, largest), total)) return false;
    const center = total / count;
    if (mean) mean[s] = center;
    if (variance) {
      let squares = 0;
      for (let i = first; i < last; i++) {
        const distance = numbers[i]! - center;
        squares += distance * distance;
      }
      variance[s] = Math.fround(squares) / count;
    }
    if (hasExtremes) storeExtremes(s, from, leastAt + windows.base, largestAt + windows.base);
    return true;
  }

  function long(s: number, from: number, to: number): boolean {
    const isLarge = to - from > WINDOW;
    found.a = found.b = found.c = found.d = found.bound = 0;
    found.low = found.high = source[from]!;
    found.lowAt = found.highAt = from;
    for (let first = from; first < to; first += WINDOW) {
      const next = Math.min(first + WINDOW, to);
      if (isLarge) windows.load(first, next);
      const { base } = windows;
      if (hasExtremes) addExtremes(numbers, first - base, next - base, found, base);
      else addTotals(numbers, first - base, next - base, found);
    }
    const count = to - from;
    const total = found.a + found.b + (found.c + found.d);
    const bound = hasExtremes ? largestSum(count, found.low, found.high) : found.bound;
    if (isFloat && isSpecial(bound, total)) return false;
    if (mean) mean[s] = total / count;
    if (variance) variance[s] = Math.fround(squaresOf(windows, from, to, total / count)) / count;
    if (hasExtremes) {
      let [least, largest] = [found.lowAt, found.highAt];
      while (source[least] !== found.low) least++;
      while (source[largest] !== found.high) largest++;
      storeExtremes(s, from, least, largest);
    }
    return true;
  }

  return (first, last) => {
    // The results of empty segments. It takes less time to store them everywhere than to store them one by one.
    for (const words of nans) words.fill(0x7fc00000, first, last);
    low?.fill(lows.empty, first, last);
    lowAt?.fill(0xffffffff, first, last);
    high?.fill(highs.empty, first, last);
    highAt?.fill(0xffffffff, first, last);
    for (let s = first; s < last; s++) {
      const from = begin[s]!;
      const to = end[s]!;
      if (from === to) continue;
      if (to - from <= WINDOW) windows.open(s, last);
      const isDone = to - from <= LEAF ? short(s, from, to) : long(s, from, to);
      if (!isDone) for (const reduction of reductions) reduction.run(s, s + 1);
    }
    for (const shared of [means, variances, lows.values, lows.indices, highs.values, highs.indices]) {
      shared.copy(first, last);
    }
  };
}

type Targets = ReturnType<typeof targetsOf>;

/** The high word of a double that is NaN. The other is 0, as results are until they are stored. */
const NAN = 0x7ff80000;

/** Sums and means of doubles, by one tree. */
function doubles({ bytes, spans: { begin, end } }: Input, ops: readonly CheckedOp[], all: readonly Reduction[]): Run {
  const numbers = viewOf('f64', bytes);
  const resultsOf = (wanted: CheckedOp) =>
    sharedBy(all.filter((_, i) => ops[i] === wanted).map(({ values }) => viewOf('f64', values)));
  const [sums, means] = [resultsOf('sum'), resultsOf('mean')];
  const [sum, mean] = [sums.first, means.first];
  const [sumWords, meanWords] = [sum, mean].map((results) => results && new Uint32Array(results.buffer));
  return (first, last) => {
    for (let s = first; s < last; s++) {
      const from = begin[s]!;
      const to = end[s]!;
      if (from === to) {
        if (meanWords) meanWords[2 * s + 1] = NAN;
        continue;
      }
      let total = numbers[from]!;
      if (to - from > LEAF) total = doubleTotal(numbers, from, to);
      else for (let i = from + 1; i < to; i++) total += numbers[i]!;
      if (Number.isNaN(total)) {
        // JavaScript does not say which bits of NaN it stores.
        if (sumWords) sumWords[2 * s + 1] = NAN;
        if (meanWords) meanWords[2 * s + 1] = NAN;
        continue;
      }
      if (sum) sum[s] = total;
      if (mean) mean[s] = total / (to - from);
    }
    sums.copy(first, last);
    means.copy(first, last);
  };
}

/**
 * The work of all operators on a range of segments: one walk for those that can share it, and then the others, one
 * after another. `initial`: those of operators that have an initial value stay alone.
 */
export function runsOf(
  input: Input,
  ops: readonly CheckedOp[],
  initial: readonly unknown[],
  reductions: readonly Reduction[],
): Run[] {
  const { type } = input;
  const isDouble = type === 'f64';
  const names = isDouble ? /^(sum|mean)$/ : /^(mean|variance|(arg)?(min|max))$/;
  const isScalar = typeof type === 'string' && (isDouble || /^[uif](8|16|32)$/.test(type));
  const shared = ops.map((op, i) => isScalar && typeof op === 'string' && names.test(op) && !initial[i]);
  const together = <T>(list: readonly T[]) => list.filter((_, i) => shared[i]);
  const hasMoments = !isDouble && ops.some((op) => op === 'mean' || op === 'variance');
  if (together(ops).length < (hasMoments ? 1 : 2)) return reductions.map(({ run }) => run);
  const walk = (isDouble ? doubles : walked)(input, together(ops), together(reductions));
  return [walk, ...reductions.flatMap(({ run }, i) => (shared[i] ? [] : [run]))];
}
