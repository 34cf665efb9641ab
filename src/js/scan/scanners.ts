/** The work of each operator on the segments of a scan. */
import { type ItemType, type NumberType, typeBytes } from '../../item_types.ts';
import { type CheckedOp, resultType } from '../../operators/operators.ts';
import type { Spans } from '../call.ts';
import { viewOf } from '../numbers.ts';
import type { CustomFunctions } from '../reduce/custom.ts';
import { extremeIdentity, laterWins } from '../reduce/extremes.ts';
import { type IntegerOp, NEUTRAL, wideFold } from '../reduce/integers.ts';
import { bytesOfWords, numberOf, singles } from '../reduce/tree.ts';
import { prefixes } from './prefixes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A checked scan. */
export interface Scan {
  readonly type: ItemType;
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

/** Calls `step` with the items of each segment in the order of the scan, and `start` before. */
function eachItem({ spans, reverse }: Scan, start: (length: number) => void, step: (i: number) => void) {
  const { begin, end } = spans;
  return (first: number, last: number) => {
    for (let s = first; s < last; s++) {
      const [from, to] = [begin[s]!, end[s]!];
      start(to - from);
      if (reverse) for (let i = to - 1; i >= from; i--) step(i);
      else for (let i = from; i < to; i++) step(i);
    }
  };
}

const COMBINE: Readonly<Record<IntegerOp, (a: number, b: number) => number>> = {
  sum: (a, b) => (a + b) | 0,
  product: Math.imul,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function integers(scan: Scan, type: NumberType, op: IntegerOp): Scanner {
  const results = scan.bytes.slice();
  const start = scan.initial ?? NEUTRAL[op];
  const { exclusive } = scan;
  if (typeBytes(type) === 8) {
    const [words, found] = [viewOf('u32', scan.bytes), viewOf('u32', results)];
    const total = wideFold(op);
    const store = (i: number) => {
      found[2 * i] = total.low;
      found[2 * i + 1] = total.high;
    };
    const step = (i: number) => {
      if (exclusive) store(i);
      total.add(words[2 * i]!, words[2 * i + 1]!);
      if (!exclusive) store(i);
    };
    return { type, results, run: eachItem(scan, () => total.start(start), step) };
  }
  const [items, found] = [viewOf(type as 'u32', scan.bytes), viewOf(type as 'u32', results)];
  const combine = COMBINE[op];
  let total = 0;
  const step = (i: number) => {
    const next = combine(total, items[i]!);
    found[i] = exclusive ? total : next;
    total = next;
  };
  const begin = () => {
    total = start[0]!;
  };
  return { type, results, run: eachItem(scan, begin, step) };
}

function extremes(scan: Scan, type: NumberType, isMax: boolean): Scanner {
  const { bytes, exclusive, length } = scan;
  const size = typeBytes(type);
  // One more item: the initial value, or the identity.
  const items = new Uint8Array(bytes.length + size);
  items.set(bytes);
  items.set(scan.initial ? bytesOfWords(scan.initial).subarray(0, size) : extremeIdentity(type, isMax), bytes.length);
  const wins = laterWins(type, items, isMax);
  const results = bytes.slice();
  let best = length;
  const start = () => {
    best = length;
  };
  const step = (i: number) => {
    const next = wins(best, i) ? i : best;
    const from = exclusive ? best : next;
    for (let k = 0; k < size; k++) results[i * size + k] = items[from * size + k]!;
    best = next;
  };
  return { type, results, run: eachItem(scan, start, step) };
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
  const high = type === 'f64' ? viewOf('u32', results) : undefined;
  const put = (i: number, value: number) => {
    found[i] = value;
    if (!high || !Number.isNaN(value)) return;
    high[2 * i] = 0;
    high[2 * i + 1] = 0x7ff80000;
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
  const items = result === 'f64' ? viewOf('f64', scan.bytes) : singles(scan);
  const round = result === 'f64' ? (value: number) => value : Math.fround;
  const combine = op === 'sum' ? (a: number, b: number) => round(a + b) : (a: number, b: number) => round(a * b);
  return byTree(scan, result as 'f32', (i) => items[i]!, combine, op === 'sum' ? 0 : 1);
}
