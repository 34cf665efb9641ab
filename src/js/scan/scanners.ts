/** The work of each operator on the segments of a scan. */
import { type ItemType, type NumberType, typeBytes } from '../../item_types.ts';
import { type CheckedOp, resultType } from '../../operators/operators.ts';
import { LEAF } from '../../reduce/descriptor.ts';
import type { Spans } from '../call.ts';
import { viewOf } from '../numbers.ts';
import type { CustomFunctions } from '../reduce/custom.ts';
import { extremeIdentity, laterWins } from '../reduce/extremes.ts';
import { type IntegerOp, NEUTRAL, wideFold } from '../reduce/integers.ts';
import { bytesOfWords, numberOf, singles, stackOf, storeNan } from '../reduce/tree.ts';
import { prefixes } from './prefixes.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Words = Uint32Array<ArrayBuffer>;

const { fround } = Math;

/** A checked scan. */
export interface Scan {
  readonly type: ItemType;
  /** The call's own: most results are stored in place of the items. */
  readonly bytes: Bytes;
  readonly length: number;
  readonly spans: Spans;
  readonly exclusive: boolean;
  readonly reverse: boolean;
  /** Words of the initial value, low word first. */
  readonly initial: readonly number[] | undefined;
}

/** A prepared scan. `run` scans segments first … last − 1. The results of items that it skips are stored already. */
export interface Scanner {
  readonly type: ItemType;
  readonly results: Bytes;
  run(first: number, last: number): void;
}

/** Where the results of a segment go, in the order of the scan. */
type Order = Pick<Scan, 'spans' | 'exclusive' | 'reverse'>;

const COMBINE: Readonly<Record<Exclude<IntegerOp, 'sum'>, (a: number, b: number) => number>> = {
  product: Math.imul,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

// Loops write over the items, which are the call's own. A loop is a function that gets its arrays: the engine makes no
// assumptions about arrays that a function of each call keeps. `| 0` and `+` say the class of the number that a loop
// begins with. Without them each number in the loop is an object.

function scanIntegers(op: IntegerOp, items: Words, start: number, order: Order, first: number, last: number): void {
  const { begin, end } = order.spans;
  const { exclusive, reverse } = order;
  const isSum = op === 'sum';
  const combine = isSum ? Math.imul : COMBINE[op];
  for (let s = first; s < last; s++) {
    const from = begin[s]!;
    const to = end[s]!;
    let total = start | 0;
    if (!reverse) {
      for (let i = from; i < to; i++) {
        const item = items[i]!;
        const next = isSum ? (total + item) | 0 : combine(total, item) | 0;
        items[i] = exclusive ? total : next;
        total = next;
      }
    } else {
      for (let i = to; i-- > from; ) {
        const item = items[i]!;
        const next = isSum ? (total + item) | 0 : combine(total, item) | 0;
        items[i] = exclusive ? total : next;
        total = next;
      }
    }
  }
}

/** The same of items of two words. */
function scanWide(
  op: IntegerOp,
  words: Words,
  start: readonly number[],
  order: Order,
  first: number,
  last: number,
): void {
  const { begin, end } = order.spans;
  const { exclusive, reverse } = order;
  const total = wideFold(op);
  for (let s = first; s < last; s++) {
    total.start(start);
    for (let n = 0; n < end[s]! - begin[s]!; n++) {
      const at = 2 * (reverse ? end[s]! - 1 - n : begin[s]! + n);
      const [low, high] = [total.low, total.high];
      total.add(words[at]!, words[at + 1]!);
      words[at] = exclusive ? low : total.low;
      words[at + 1] = exclusive ? high : total.high;
    }
  }
}

function integers(scan: Scan, type: NumberType, op: IntegerOp): Scanner {
  const { bytes: results } = scan;
  const start = scan.initial ?? NEUTRAL[op];
  if (typeBytes(type) === 8) {
    const words = viewOf('u32', results);
    return { type, results, run: (...range) => scanWide(op, words, start, scan, ...range) };
  }
  // The engine adds numbers of u32 as doubles. Their bits wrap like those of i32.
  const items = viewOf((type === 'u32' ? 'i32' : type) as 'u32', results);
  return { type, results, run: (...range) => scanIntegers(op, items, start[0]!, scan, ...range) };
}

/** NaN wins. Of items that tie the first wins. `bytes` are those of all items, `before` those of `start`. */
function scanExtremes(
  items: Words,
  bytes: Bytes,
  start: number,
  before: Bytes,
  isMax: boolean,
  order: Order,
  first: number,
  last: number,
): void {
  const { begin, end } = order.spans;
  const { exclusive, reverse } = order;
  for (let s = first; s < last; s++) {
    const from = begin[s]!;
    const to = end[s]!;
    let best = +start;
    let i = reverse ? to - 1 : from;
    if (!reverse && !Number.isNaN(best)) {
      for (; i < to; i++) {
        const item = items[i]!;
        if (Number.isNaN(item)) break;
        const next = (isMax ? item > best : item < best) ? item : best;
        items[i] = exclusive ? best : next;
        best = next;
      }
    } else if (!Number.isNaN(best)) {
      for (; i >= from; i--) {
        const item = items[i]!;
        if (Number.isNaN(item)) break;
        const next = (isMax ? item > best : item < best) ? item : best;
        items[i] = exclusive ? best : next;
        best = next;
      }
    }
    const left = reverse ? i - from + 1 : to - i;
    if (left > 0) storeNans(items, bytes, best, before, i, left, order);
  }
}

/** Stores the NaN of item i, or of the start, in all results from there on: JavaScript may change a number's bits. */
function storeNans(items: Words, bytes: Bytes, best: number, before: Bytes, i: number, n: number, order: Order): void {
  const size = before.length;
  const isStart = Number.isNaN(best);
  const nan = isStart ? before : bytes.slice(i * size, (i + 1) * size);
  const by = order.reverse ? -1 : 1;
  for (let k = 0; k < n; k++) {
    if (k === 0 && order.exclusive && !isStart) items[i] = best;
    else bytes.set(nan, (i + k * by) * size);
  }
}

function extremes(scan: Scan, type: NumberType, isMax: boolean): Scanner {
  const { bytes, length } = scan;
  const size = typeBytes(type);
  const start = scan.initial ? bytesOfWords(scan.initial).slice(0, size) : extremeIdentity(type, isMax);
  if (type !== 'f16' && !/[ui]64/.test(type)) {
    const items = viewOf(type as 'u32', bytes);
    const [number] = viewOf(type as 'u32', start);
    const run = (first: number, last: number) => scanExtremes(items, bytes, number!, start, isMax, scan, first, last);
    return { type, results: bytes, run };
  }
  // One more item: the initial value, or the identity.
  const items = new Uint8Array(bytes.length + size);
  items.set(bytes);
  items.set(start, bytes.length);
  const wins = laterWins(type, items, isMax);
  const { begin, end } = scan.spans;
  return {
    type,
    results: bytes,
    run(first, last) {
      for (let s = first; s < last; s++) {
        let best = length;
        for (let n = 0; n < end[s]! - begin[s]!; n++) {
          const i = scan.reverse ? end[s]! - 1 - n : begin[s]! + n;
          const next = wins(best, i) ? i : best;
          const from = scan.exclusive ? best : next;
          for (let k = 0; k < size; k++) bytes[i * size + k] = items[from * size + k]!;
          best = next;
        }
      }
    },
  };
}

/** Scans by the fixed tree. `load` makes the term of item i of a segment that begins at `begin`. */
function byTree(
  scan: Scan,
  type: 'f32' | 'f64' | 'u32' | 'i32',
  load: (i: number, begin: number) => number,
  combine: (a: number, b: number) => number,
  identity: number,
): Scanner {
  const { length, exclusive, reverse, spans } = scan;
  const results = new Uint8Array(length * typeBytes(type));
  const found = viewOf(type, results);
  for (let i = 0; i < length; i++) found[i] = load(i, i);
  const before = scan.initial && numberOf(scan.initial, type);
  const words = viewOf('u32', results);
  const put = (i: number, value: number) => {
    found[i] = value;
    if (Number.isNaN(value)) storeNan(words, i, type === 'f64');
  };
  const tree = prefixes(combine);
  const { begin, end } = spans;
  return {
    type,
    results,
    run(first, last) {
      for (let s = first; s < last; s++) {
        const [from, to] = [begin[s]!, end[s]!];
        let previous = before ?? identity;
        for (let at = 0; at < to - from; at++) {
          const i = reverse ? to - 1 - at : from + at;
          const prefix = tree(at, load(i, from));
          const value = before === undefined ? prefix : combine(before, prefix);
          put(i, exclusive ? previous : value);
          previous = value;
        }
      }
    },
  };
}

type SumLoop<T> = (
  items: T,
  words: Words,
  before: number | undefined,
  order: Order,
  first: number,
  last: number,
) => void;

/**
 * Running sums of doubles, by the tree of prefixes.ts. A leaf's running sums are found first. Then each subtree before
 * the leaf is added to all of them, the nearest one first. These additions do not wait for each other. A subtree has 16
 * additions even if the leaf has fewer numbers.
 */
const scanDoubles: SumLoop<Float64Array> = (() => {
  const leaf = new Float64Array(LEAF);
  const subtrees = new Float64Array(stackOf(1).length);

  function scanDoubles(
    items: Float64Array,
    words: Words,
    before: number | undefined,
    { spans, exclusive, reverse }: Order,
    first: number,
    last: number,
  ): void {
    const { begin, end } = spans;
    const by = reverse ? -1 : 1;
    const initial = +(before ?? 0);
    const isPlain = before === undefined && !exclusive && !reverse;
    for (let s = first; s < last; s++) {
      const from = begin[s]!;
      const to = end[s]!;
      let top = 0;
      let left = to - from;
      if (isPlain && left > 0) {
        const stop = left > LEAF ? from + LEAF : to;
        let sum = items[from]!;
        if (Number.isNaN(sum)) storeNan(words, from, true);
        for (let i = from + 1; i < stop; i++) {
          sum = sum + items[i]!;
          items[i] = sum;
          if (Number.isNaN(sum)) storeNan(words, i, true);
        }
        subtrees[top++] = sum;
        left -= LEAF;
      }
      let i = reverse ? to - 1 : from + LEAF * top;
      let previous = initial;
      for (let index = top; left > 0; left -= LEAF, index++) {
        const count = left < LEAF ? left : LEAF;
        let sum = items[i]!;
        leaf[0] = sum;
        for (let k = 1; k < count; k++) {
          sum = sum + items[i + k * by]!;
          leaf[k] = sum;
        }
        for (let slot = top - 1; slot >= 0; slot--) {
          const earlier = subtrees[slot]!;
          for (let k = 0; k < LEAF; k += 4) {
            leaf[k] = earlier + leaf[k]!;
            leaf[k + 1] = earlier + leaf[k + 1]!;
            leaf[k + 2] = earlier + leaf[k + 2]!;
            leaf[k + 3] = earlier + leaf[k + 3]!;
          }
        }
        if (before !== undefined) for (let k = 0; k < count; k++) leaf[k] = initial + leaf[k]!;
        for (let k = 0; k < count; k++, i += by) {
          const value = exclusive ? previous : leaf[k]!;
          items[i] = value;
          previous = leaf[k]!;
          if (Number.isNaN(value)) storeNan(words, i, true);
        }
        // The number of complete pairs that end here is that of the index's trailing ones, as in a binary counter.
        for (let rest = index; rest & 1; rest >>>= 1) sum = subtrees[--top]! + sum;
        subtrees[top++] = sum;
      }
    }
  }

  return scanDoubles;
})();

/** The same of f32. A double has more than twice the bits of an f32, so a sum is rounded once. */
const scanSingles: SumLoop<Float32Array> = (() => {
  const leaf = new Float32Array(LEAF);
  const subtrees = new Float32Array(stackOf(1).length);

  function scanSingles(
    items: Float32Array,
    words: Words,
    before: number | undefined,
    { spans, exclusive, reverse }: Order,
    first: number,
    last: number,
  ): void {
    const { begin, end } = spans;
    const by = reverse ? -1 : 1;
    const initial = +(before ?? 0);
    const isPlain = before === undefined && !exclusive && !reverse;
    for (let s = first; s < last; s++) {
      const from = begin[s]!;
      const to = end[s]!;
      let top = 0;
      let left = to - from;
      if (isPlain && left > 0) {
        const stop = left > LEAF ? from + LEAF : to;
        let sum = items[from]!;
        if (Number.isNaN(sum)) storeNan(words, from, false);
        for (let i = from + 1; i < stop; i++) {
          sum = fround(sum + items[i]!);
          items[i] = sum;
          if (Number.isNaN(sum)) storeNan(words, i, false);
        }
        subtrees[top++] = sum;
        left -= LEAF;
      }
      let i = reverse ? to - 1 : from + LEAF * top;
      let previous = initial;
      for (let index = top; left > 0; left -= LEAF, index++) {
        const count = left < LEAF ? left : LEAF;
        let sum = items[i]!;
        leaf[0] = sum;
        for (let k = 1; k < count; k++) {
          sum = fround(sum + items[i + k * by]!);
          leaf[k] = sum;
        }
        for (let slot = top - 1; slot >= 0; slot--) {
          const earlier = subtrees[slot]!;
          for (let k = 0; k < LEAF; k += 4) {
            leaf[k] = fround(earlier + leaf[k]!);
            leaf[k + 1] = fround(earlier + leaf[k + 1]!);
            leaf[k + 2] = fround(earlier + leaf[k + 2]!);
            leaf[k + 3] = fround(earlier + leaf[k + 3]!);
          }
        }
        if (before !== undefined) for (let k = 0; k < count; k++) leaf[k] = fround(initial + leaf[k]!);
        for (let k = 0; k < count; k++, i += by) {
          const value = exclusive ? previous : leaf[k]!;
          items[i] = value;
          previous = leaf[k]!;
          if (Number.isNaN(value)) storeNan(words, i, false);
        }
        // The number of complete pairs that end here is that of the index's trailing ones, as in a binary counter.
        for (let rest = index; rest & 1; rest >>>= 1) sum = fround(subtrees[--top]! + sum);
        subtrees[top++] = sum;
      }
    }
  }

  return scanSingles;
})();

function sums(scan: Scan, isDouble: boolean): Scanner {
  const type = isDouble ? 'f64' : 'f32';
  const items = isDouble ? viewOf('f64', scan.bytes) : singles(scan);
  const results = new Uint8Array(items.buffer as ArrayBuffer, items.byteOffset, items.byteLength);
  const words = viewOf('u32', results);
  const before = scan.initial && numberOf(scan.initial, type);
  const loop = (isDouble ? scanDoubles : scanSingles) as SumLoop<typeof items>;
  return { type, results, run: (...range) => loop(items, words, before, scan, ...range) };
}

/** Makes a scan by an operator. `functions` are those of a custom one. */
export function scannerOf(scan: Scan, op: CheckedOp, functions: CustomFunctions | undefined): Scanner {
  if (typeof op === 'object') {
    const type = op.type as 'u32' | 'i32' | 'f32';
    const { load, combine, identity } = (functions as CustomFunctions)(scan);
    return byTree(scan, type, load, combine, identity);
  }
  const type = scan.type as NumberType;
  if (op === 'min' || op === 'max') return extremes(scan, type, op === 'max');
  const result = resultType(type, op) as NumberType;
  if (result[0] !== 'f') return integers(scan, type, op as IntegerOp);
  if (op === 'sum') return sums(scan, result === 'f64');
  const items = result === 'f64' ? viewOf('f64', scan.bytes) : singles(scan);
  const round = result === 'f64' ? (value: number) => value : Math.fround;
  return byTree(
    scan,
    result as 'f32',
    (i) => items[i]!,
    (a, b) => round(a * b),
    1,
  );
}
