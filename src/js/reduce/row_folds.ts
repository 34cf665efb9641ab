/**
 * Sums, means, minima and maxima of rows, row by row: all columns of four rows at a time, so that memory is read in
 * order and nothing is copied. A column has the bits of a call on it alone.
 */
import { LEAF } from '../../reduce/descriptor.ts';
import type { Spans } from '../call.ts';
import type { OPERATORS } from './array_call.ts';
import type { Reduction } from './operators.ts';

type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** What is reduced: rows of `width` numbers, gathered and weighted where the call says so. */
export interface RowNumbers {
  readonly numbers: Numbers;
  readonly width: number;
  readonly rows: Uint32Array | undefined;
  readonly weights: Float32Array | undefined;
}

const { abs, fround } = Math;

type Of = Pick<typeof OPERATORS, 'foldTree' | 'extremeIdentity'>;
type Leaf = (first: number, end: number, target: Float32Array, to: number) => void;

/** Writes the sums of rows first … end − 1, at least one and at most a leaf, from left to right. */
function sumLeaf({ numbers: x, width, rows }: RowNumbers): Leaf {
  return (first, end, target, to) => {
    const at = (i: number) => (rows ? rows[i]! : i) * width;
    const [from, count] = [at(first), end - first];
    let i = first + 1;
    if (count === 1) {
      for (let k = 0; k < width; k++) target[to + k] = x[from + k]!;
      return;
    }
    const b = at(i);
    if (count === 2) {
      for (let k = 0; k < width; k++) target[to + k] = fround(x[from + k]! + x[b + k]!);
      return;
    }
    const c = at(i + 1);
    if (count === 3) {
      for (let k = 0; k < width; k++) target[to + k] = fround(fround(x[from + k]! + x[b + k]!) + x[c + k]!);
      return;
    }
    const d = at(i + 2);
    for (let k = 0; k < width; k++) {
      target[to + k] = fround(fround(fround(x[from + k]! + x[b + k]!) + x[c + k]!) + x[d + k]!);
    }
    i += 3;
    for (; i + 3 < end; i += 4) {
      const [a, b, c, d] = [at(i), at(i + 1), at(i + 2), at(i + 3)];
      for (let k = 0; k < width; k++) {
        const two = fround(fround(target[to + k]! + x[a + k]!) + x[b + k]!);
        target[to + k] = fround(fround(two + x[c + k]!) + x[d + k]!);
      }
    }
    for (; i < end; i++) {
      const a = at(i);
      for (let k = 0; k < width; k++) target[to + k] = fround(target[to + k]! + x[a + k]!);
    }
  };
}

/** The same of rows times their weights. A product is rounded before it is added. */
function weightedLeaf({ numbers: x, width, rows }: RowNumbers, weights: Float32Array): Leaf {
  return (first, end, target, to) => {
    const at = (i: number) => (rows ? rows[i]! : i) * width;
    let i = first + 1;
    const [from, weight] = [at(first), weights[first]!];
    if (i + 2 < end) {
      const [b, c, d] = [at(i), at(i + 1), at(i + 2)];
      const [wb, wc, wd] = [weights[i]!, weights[i + 1]!, weights[i + 2]!];
      for (let k = 0; k < width; k++) {
        const two = fround(fround(x[from + k]! * weight) + fround(x[b + k]! * wb));
        target[to + k] = fround(fround(two + fround(x[c + k]! * wc)) + fround(x[d + k]! * wd));
      }
      i += 3;
    } else if (i < end) {
      const [b, wb] = [at(i), weights[i]!];
      for (let k = 0; k < width; k++) {
        target[to + k] = fround(fround(x[from + k]! * weight) + fround(x[b + k]! * wb));
      }
      i++;
    } else for (let k = 0; k < width; k++) target[to + k] = x[from + k]! * weight;
    for (; i + 3 < end; i += 4) {
      const [a, b, c, d] = [at(i), at(i + 1), at(i + 2), at(i + 3)];
      const [wa, wb, wc, wd] = [weights[i]!, weights[i + 1]!, weights[i + 2]!, weights[i + 3]!];
      for (let k = 0; k < width; k++) {
        const two = fround(fround(target[to + k]! + fround(x[a + k]! * wa)) + fround(x[b + k]! * wb));
        target[to + k] = fround(fround(two + fround(x[c + k]! * wc)) + fround(x[d + k]! * wd));
      }
    }
    for (; i < end; i++) {
      const [a, w] = [at(i), weights[i]!];
      for (let k = 0; k < width; k++) target[to + k] = fround(target[to + k]! + fround(x[a + k]! * w));
    }
  };
}

/** Gives the canonical NaN to each NaN of a range. Integers say whether there is one: they take half the time. */
function storeNans(results: Float32Array<ArrayBuffer>, begin: number, end: number): void {
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
function copyUnits({ numbers, width }: RowNumbers, results: Numbers, { begin, end }: Spans, s: number, last: number) {
  const by = begin[s]! - s;
  let next = s;
  while (next < last && begin[next] === next + by && end[next] === next + by + 1) next++;
  if (next < s + 2) return s;
  results.set(numbers.subarray((s + by) * width, (next + by) * width), s * width);
  return next;
}

/** Sums by the tree. A slot of the stack is a row. */
function sums({ foldTree }: Of, of: RowNumbers, spans: Spans): Reduction {
  const { begin, end, count } = spans;
  const { width, weights } = of;
  const isCopy = !weights && !of.rows;
  const results = new Float32Array(count * width);
  const leaf = weights ? weightedLeaf(of, weights) : sumLeaf(of);
  let stack = new Float32Array(8 * width);
  const fold = {
    slots: new Float64Array(0),
    leaf(first: number, last: number, slot: number) {
      if ((slot + 1) * width > stack.length) {
        const larger = new Float32Array(2 * stack.length);
        larger.set(stack);
        stack = larger;
      }
      leaf(first, last, stack, slot * width);
    },
    join(slot: number) {
      const [to, next] = [slot * width, (slot + 1) * width];
      for (let k = 0; k < width; k++) stack[to + k]! += stack[next + k]!;
    },
  };
  return {
    type: 'f32',
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        if (isCopy) s = copyUnits(of, results, spans, s, last);
        if (s === last) break;
        const [from, to] = [begin[s]!, end[s]!];
        if (to - from > LEAF) {
          foldTree(fold, from, to);
          results.set(stack.subarray(0, width), s * width);
        } else if (to > from) leaf(from, to, results, s * width);
      }
      storeNans(results, first * width, last * width);
    },
  };
}

/** Sums of integers, which wrap. */
function wrappedSums({ numbers, width, rows }: RowNumbers, type: 'u32' | 'i32', spans: Spans): Reduction {
  const { begin, end, count } = spans;
  const results = new Int32Array(count * width);
  const x = new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  const at = (i: number) => (rows ? rows[i]! : i) * width;
  return {
    type,
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        const to = s * width;
        let i = begin[s]!;
        for (; i + 3 < end[s]!; i += 4) {
          const [a, b, c, d] = [at(i), at(i + 1), at(i + 2), at(i + 3)];
          for (let k = 0; k < width; k++) {
            results[to + k] = (((results[to + k]! + x[a + k]!) | 0) + ((x[b + k]! + x[c + k]!) | 0) + x[d + k]!) | 0;
          }
        }
        for (; i < end[s]!; i++) {
          const a = at(i);
          for (let k = 0; k < width; k++) results[to + k] = (results[to + k]! + x[a + k]!) | 0;
        }
      }
    },
  };
}

/** Up to this sum of sizes no sum of f32 is infinite, as in means.ts. */
const SAFE = 1e38;
/** The bits of 2^122. A sum of a leaf of smaller numbers is SAFE. */
const GREAT = 0x7c800000;
/** Rows whose numbers are added before the next column's: their lines are in the nearest cache. */
const BLOCK = 32;

/**
 * Means: sums in doubles, in the order of means.ts. Leaves have one chain of additions, longer segments four. A sum of
 * f32 that may be infinite is left to `slow`, the mean of one column of a segment.
 */
function means(of: RowNumbers, spans: Spans, slow: (s: number, column: number) => number): Reduction {
  const { numbers: x, width, rows } = of;
  const { begin, end, count } = spans;
  const isCopy = !rows;
  const results = new Float32Array(count * width);
  const isFloat = x instanceof Float32Array;
  const bits = new Int32Array(x.buffer, x.byteOffset, x.length);
  const offsets = new Uint32Array(BLOCK);
  const chains = new Float64Array(5 * width);
  /** The means of a segment of at most a leaf. */
  function meansOfLeaf(first: number, length: number, s: number) {
    const at = (i: number) => (rows ? rows[i]! : i) * width;
    const end = first + length;
    const to = s * width;
    let i = first + 1;
    const a = at(first);
    if (length === 1) {
      for (let k = 0; k < width; k++) results[to + k] = x[a + k]!;
      return;
    }
    // Negative if a number is so great that a sum of a leaf may not be SAFE. Integers take less time than sizes do.
    let least = 0;
    if (length < 4) {
      const [b, c] = [at(i), at(end - 1)];
      if (length === 2) {
        for (let k = 0; k < width; k++) {
          results[to + k] = (x[a + k]! + x[b + k]!) / 2;
          least |= (GREAT - (bits[a + k]! & 0x7fffffff)) | (GREAT - (bits[b + k]! & 0x7fffffff));
        }
      } else {
        for (let k = 0; k < width; k++) {
          results[to + k] = (x[a + k]! + x[b + k]! + x[c + k]!) / 3;
          least |=
            (GREAT - (bits[a + k]! & 0x7fffffff)) |
            (GREAT - (bits[b + k]! & 0x7fffffff)) |
            (GREAT - (bits[c + k]! & 0x7fffffff));
        }
      }
    } else {
      const [b, c, d] = [at(i), at(i + 1), at(i + 2)];
      i += 3;
      for (let k = 0; k < width; k++) {
        chains[k] = x[a + k]! + x[b + k]! + x[c + k]! + x[d + k]!;
        least |=
          (GREAT - (bits[a + k]! & 0x7fffffff)) |
          (GREAT - (bits[b + k]! & 0x7fffffff)) |
          (GREAT - (bits[c + k]! & 0x7fffffff)) |
          (GREAT - (bits[d + k]! & 0x7fffffff));
      }
      for (; i + 3 < end; i += 4) {
        const [e, f, g, h] = [at(i), at(i + 1), at(i + 2), at(i + 3)];
        for (let k = 0; k < width; k++) {
          chains[k] = chains[k]! + x[e + k]! + x[f + k]! + x[g + k]! + x[h + k]!;
          least |=
            (GREAT - (bits[e + k]! & 0x7fffffff)) |
            (GREAT - (bits[f + k]! & 0x7fffffff)) |
            (GREAT - (bits[g + k]! & 0x7fffffff)) |
            (GREAT - (bits[h + k]! & 0x7fffffff));
        }
      }
      for (; i < end; i++) {
        const e = at(i);
        for (let k = 0; k < width; k++) {
          chains[k]! += x[e + k]!;
          least |= GREAT - (bits[e + k]! & 0x7fffffff);
        }
      }
      for (let k = 0; k < width; k++) results[to + k] = chains[k]! / length;
    }
    if (isFloat && least < 0) for (let k = 0; k < width; k++) results[to + k] = slow(s, k);
  }
  /** Adds up to a block of rows to the chains. */
  function add(first: number, size: number) {
    for (let j = 0; j < size; j++) offsets[j] = (rows ? rows[first + j]! : first + j) * width;
    for (let k = 0; k < width; k++) {
      let [a, b, c, d, sizes] = [chains[k]!, chains[width + k]!, chains[2 * width + k]!, chains[3 * width + k]!, 0];
      let j = 0;
      for (; j + 3 < size; j += 4) {
        const p = x[offsets[j]! + k]!;
        const q = x[offsets[j + 1]! + k]!;
        const r = x[offsets[j + 2]! + k]!;
        const s = x[offsets[j + 3]! + k]!;
        a += p;
        b += q;
        c += r;
        d += s;
        sizes += abs(p) + abs(q) + (abs(r) + abs(s));
      }
      for (; j < size; j++) {
        const p = x[offsets[j]! + k]!;
        a += p;
        sizes += abs(p);
      }
      chains[k] = a;
      chains[width + k] = b;
      chains[2 * width + k] = c;
      chains[3 * width + k] = d;
      chains[4 * width + k]! += sizes;
    }
  }
  return {
    type: 'f32',
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        if (isCopy) s = copyUnits(of, results, spans, s, last);
        if (s === last) break;
        const [from, to] = [begin[s]!, end[s]!];
        const length = to - from;
        if (length <= LEAF) {
          if (length > 0) meansOfLeaf(from, length, s);
          else results.fill(Number.NaN, s * width, (s + 1) * width);
          continue;
        }
        chains.fill(0);
        for (let i = from; i < to; i += BLOCK) add(i, Math.min(BLOCK, to - i));
        for (let k = 0; k < width; k++) {
          const sum = chains[k]! + chains[width + k]! + (chains[2 * width + k]! + chains[3 * width + k]!);
          const isSafe = !isFloat || chains[4 * width + k]! < SAFE;
          results[s * width + k] = isSafe ? sum / length : slow(s, k);
        }
      }
      storeNans(results, first * width, last * width);
    },
  };
}

/**
 * Takes four rows into a row of results. Returns whether their sums have NaN: there are NaNs, or infinities of both
 * signs. `takeMin` is the same with the other comparison: engines would call one that is given for each number.
 */
function takeMax(
  x: Numbers,
  best: Numbers,
  to: number,
  width: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  let isSlow = false;
  for (let k = 0; k < width; k++) {
    const p = x[a + k]!;
    const q = x[b + k]!;
    const r = x[c + k]!;
    const s = x[d + k]!;
    let most = best[to + k]!;
    if (p > most) most = p;
    if (q > most) most = q;
    if (r > most) most = r;
    if (s > most) most = s;
    best[to + k] = most;
    const all = p + q + (r + s);
    if (Number.isNaN(all)) isSlow = true;
  }
  return isSlow;
}

function takeMin(
  x: Numbers,
  best: Numbers,
  to: number,
  width: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  let isSlow = false;
  for (let k = 0; k < width; k++) {
    const p = x[a + k]!;
    const q = x[b + k]!;
    const r = x[c + k]!;
    const s = x[d + k]!;
    let most = best[to + k]!;
    if (p < most) most = p;
    if (q < most) most = q;
    if (r < most) most = r;
    if (s < most) most = s;
    best[to + k] = most;
    const all = p + q + (r + s);
    if (Number.isNaN(all)) isSlow = true;
  }
  return isSlow;
}

/**
 * Minima and maxima. The first of equal numbers wins, and the first NaN: `slow` gives the bits of results of which some
 * may be NaN.
 */
function extremes(
  { extremeIdentity }: Of,
  { numbers: x, width, rows }: RowNumbers,
  type: 'f32' | 'u32' | 'i32',
  isMax: boolean,
  spans: Spans,
  slow: (s: number, column: number) => number,
): Reduction {
  const { begin, end, count } = spans;
  const Class = x.constructor as new (of: number | ArrayBuffer) => Numbers;
  const results = new Class(count * width);
  const words = new Uint32Array(results.buffer);
  const [empty = 0] = new Uint32Array(extremeIdentity(type, isMax).buffer);
  const at = (i: number) => (rows ? rows[i]! : i) * width;
  const take = isMax ? takeMax : takeMin;
  return {
    type,
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        const [from, to] = [begin[s]!, end[s]!];
        if (from === to) {
          words.fill(empty, s * width, (s + 1) * width);
          continue;
        }
        const a = at(from);
        results.set(x.subarray(a, a + width), s * width);
        let isSlow = false;
        // A row that is taken twice changes nothing. That the first row has NaNs is seen here.
        for (let i = from; i < to; i += 4) {
          const rest = to - 1 - i;
          const [b, c, d] = [at(i + Math.min(1, rest)), at(i + Math.min(2, rest)), at(i + Math.min(3, rest))];
          if (take(x, results, s * width, width, at(i), b, c, d)) isSlow = true;
        }
        if (isSlow) for (let k = 0; k < width; k++) words[s * width + k] = slow(s, k);
      }
    },
  };
}

/**
 * The reduction by an operator, if there is one here. `column` gives the reduction of one column of a segment, as an
 * array of its own, for numbers that need more care.
 */
export function rowReduction(
  of: Of,
  op: unknown,
  type: string,
  given: RowNumbers,
  spans: Spans,
  column: (op: string, s: number, column: number) => Uint8Array<ArrayBuffer>,
): Reduction | undefined {
  if (op === 'sum' && type === 'f32') return sums(of, given, spans);
  if (op === 'sum' && (type === 'u32' || type === 'i32')) return wrappedSums(given, type, spans);
  if (op === 'mean') return means(given, spans, (s, k) => new Float32Array(column(op, s, k).buffer)[0]!);
  if ((op === 'min' || op === 'max') && (type === 'f32' || type === 'u32' || type === 'i32')) {
    return extremes(of, given, type, op === 'max', spans, (s, k) => new Uint32Array(column(op, s, k).buffer)[0]!);
  }
  return undefined;
}
