/** The work of each operator on the segments of a call. */
import { type ItemType, type NumberType, typeBytes } from '../../item_types.ts';
import { type Accuracy, type CheckedOp, resultType } from '../../operators/operators.ts';
import type { Spans } from '../call.ts';
import { viewOf } from '../numbers.ts';
import type { CustomFunctions } from './custom.ts';
import { extremeIdentity, laterWins, winnerOf } from './extremes.ts';
import {
  compensatedSum,
  doubleProduct,
  doubleRanges,
  doubleTotal,
  type Numbers,
  singleProduct,
  singleTotal,
  sumDoubles,
  sumSingles,
} from './folds.ts';
import { foldIntegers, foldWide, type IntegerOp, NEUTRAL } from './integers.ts';
import { exactMean, meanOf, varianceOf } from './means.ts';
import { bytesOfWords, type Fold, foldTree, numberOf, singles, storeNan } from './tree.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Words = Uint32Array<ArrayBuffer>;

/** What an operator reduces. */
export interface Input {
  readonly type: ItemType;
  readonly bytes: Bytes;
  readonly spans: Spans;
  readonly accuracy: Accuracy;
}

/** A prepared operator. `run` reduces segments first … last − 1 and stores their results. */
export interface Reduction {
  readonly type: ItemType;
  readonly values: Bytes;
  /** Results of argmin and argmax. */
  readonly indices?: Uint32Array<ArrayBuffer> | undefined;
  run(first: number, last: number): void;
}

/** Words of an initial value, low word first. */
type Initial = readonly number[] | undefined;

function resultsOf({ spans }: Input, type: ItemType): Bytes {
  return new Uint8Array(spans.count * typeBytes(type));
}

function counts(input: Input): Reduction {
  const { begin, end, count } = input.spans;
  const lengths = new Uint32Array(count);
  return {
    type: 'u32',
    values: new Uint8Array(lengths.buffer),
    run(first, last) {
      for (let i = first; i < last; i++) lengths[i] = end[i]! - begin[i]!;
    },
  };
}

function integers(input: Input, type: NumberType, op: IntegerOp, initial: Initial): Reduction {
  const values = resultsOf(input, type);
  const start = initial ?? NEUTRAL[op];
  const isWide = typeBytes(type) === 8;
  // The engine adds numbers of u32 as doubles. Their bits wrap like those of i32.
  const words = isWide ? 'u32' : type === 'u32' ? 'i32' : type;
  const [items, results] = [input.bytes, values].map((bytes) => viewOf(words as 'u32', bytes)) as [Words, Words];
  const fold = isWide ? foldWide : foldIntegers;
  return { type, values, run: (...range) => fold(op, items, input.spans, start, results, ...range) };
}

function extreme(input: Input, type: NumberType, op: 'min' | 'max' | 'argmin' | 'argmax', initial: Initial): Reduction {
  const { bytes, spans } = input;
  const isMax = op.endsWith('max');
  const size = typeBytes(type);
  const values = resultsOf(input, type);
  const winner = winnerOf(type, bytes, isMax);
  // If argmin and argmax have a value for empty segments, its index is the last word.
  const indices = op.startsWith('arg') ? new Uint32Array(spans.count) : undefined;
  const empty = initial ? bytesOfWords(initial).subarray(0, size) : extremeIdentity(type, isMax);
  const noIndex = indices && initial ? initial.at(-1)! : 0xffffffff;
  // The initial value and a segment's winner. The first of two equal items wins.
  const pair = new Uint8Array(2 * size);
  pair.set(empty);
  const item = pair.subarray(size);
  // Ranks of f16 are copied, so they are made for each pair.
  const winsOver = () => laterWins(type, pair, isMax)(0, 1);
  const isFolded = initial !== undefined && !indices;
  const { begin, end } = spans;
  const word = size === 1 ? 'u8' : size === 2 ? 'u16' : 'u32';
  const [items, results, either] = [bytes, values, pair].map((each) => viewOf(word, each) as Words);
  const words = size === 8 ? 2 : 1;
  const copy = (from: Words | undefined, at: number, s: number) => {
    for (let k = 0; k < words; k++) results![words * s + k] = from![words * at + k]!;
  };
  return {
    type,
    values,
    ...(indices ? { indices } : {}),
    run(first, last) {
      if (!isFolded && words === 1) {
        storeWinners(winner, spans, items!, results!, either![0]!, indices, noIndex, first, last);
        return;
      }
      for (let s = first; s < last; s++) {
        const isEmpty = begin[s] === end[s];
        const at = isEmpty ? -1 : winner(begin[s]!, end[s]!);
        if (indices) indices[s] = isEmpty ? noIndex : at - begin[s]!;
        if (isFolded && !isEmpty) item.set(bytes.subarray(at * size, (at + 1) * size));
        if (isEmpty || (isFolded && !winsOver())) copy(either, 0, s);
        else copy(items, at, s);
      }
    },
  };
}

/** Stores the winners of segments, whose items have one word each. */
function storeWinners(
  winner: (begin: number, end: number) => number,
  { begin, end }: Spans,
  items: Words,
  results: Words,
  empty: number,
  indices: Words | undefined,
  noIndex: number,
  first: number,
  last: number,
): void {
  for (let s = first; s < last; s++) {
    const from = begin[s]!;
    const at = from === end[s] ? -1 : winner(from, end[s]!);
    results[s] = at < 0 ? empty : items[at]!;
    if (indices) indices[s] = at < 0 ? noIndex : at - from;
  }
}

type Round = (value: number) => number;

/** Reduces each segment that has items by a function. */
function each(
  input: Input,
  type: 'f32' | 'f64' | 'u32' | 'i32',
  empty: number,
  one: (begin: number, end: number) => number,
): Reduction {
  const { begin, end } = input.spans;
  const values = resultsOf(input, type);
  const results = viewOf(type, values);
  const words = viewOf('u32', values);
  return {
    type,
    values,
    run(first, last) {
      for (let s = first; s < last; s++) {
        results[s] = begin[s] === end[s] ? empty : one(begin[s]!, end[s]!);
        if (Number.isNaN(results[s]!)) storeNan(words, s, type === 'f64');
      }
    },
  };
}

/** Reduces by a fold of the fixed tree. `finish` makes a segment's result from slot 0, `empty` that of no terms. */
function folded(
  input: Input,
  type: 'f32' | 'f64' | 'u32' | 'i32',
  fold: Fold,
  empty: number,
  finish: (length: number) => number,
): Reduction {
  return each(input, type, empty, (begin, end) => {
    foldTree(fold, begin, end);
    return finish(end - begin);
  });
}

/** Whether loops may have indices of 31 bits: of half floats, which have the most items. */
const areNear = ({ bytes }: Input) => bytes.length < 2 ** 32;

function floatSums(input: Input): Reduction {
  const { type: itemType, bytes, spans } = input;
  const isDouble = itemType === 'f64';
  const type = isDouble ? 'f64' : 'f32';
  const values = resultsOf(input, type);
  const numbers = (isDouble ? viewOf('f64', bytes) : singles(input)) as Float32Array & Float64Array;
  const results = viewOf(type, values) as Float32Array & Float64Array;
  const words = viewOf('u32', values);
  const sums = isDouble ? sumDoubles : sumSingles;
  return { type, values, run: (first, last) => sums(numbers, spans, results, words, first, last) };
}

function arithmetic(input: Input, op: 'sum' | 'product', initial: Initial): Reduction {
  const isDouble = input.type === 'f64';
  const type = isDouble ? 'f64' : 'f32';
  const before = initial && numberOf(initial, type);
  const round: Round = isDouble ? (value) => value : Math.fround;
  const empty = before ?? (op === 'sum' ? 0 : 1);
  if (op === 'sum' && input.accuracy === 'compensated' && !isDouble) {
    const fold = compensatedSum(singles(input));
    const { slots } = fold;
    return folded(input, type, fold, empty, () => {
      if (before !== undefined) {
        slots[2] = slots[0]!;
        slots[3] = slots[1]!;
        slots[0] = before;
        slots[1] = 0;
        fold.join(0);
      }
      return Math.fround(slots[0]! + slots[1]!);
    });
  }
  const sums = op === 'sum';
  if (sums && before === undefined && areNear(input)) return floatSums(input);
  if (sums) {
    const numbers = (isDouble ? viewOf('f64', input.bytes) : singles(input)) as Float32Array & Float64Array;
    const sum = new (isDouble ? Float64Array : Float32Array)(1) as typeof numbers;
    return each(input, type, empty, (begin, end) => {
      (isDouble ? doubleTotal : singleTotal)(numbers, begin, end, sum, 0);
      return before === undefined ? sum[0]! : round(before + sum[0]!);
    });
  }
  const fold = isDouble ? doubleProduct(viewOf('f64', input.bytes)) : singleProduct(singles(input));
  return folded(input, type, fold, empty, () =>
    before === undefined ? fold.slots[0]! : round(before * fold.slots[0]!),
  );
}

function moment(input: Input, op: 'mean' | 'variance'): Reduction {
  const { type, bytes } = input;
  if (typeBytes(type) === 8) return op === 'mean' ? doubleMean(input) : doubleVariance(input);
  const numbers = type === 'f16' ? singles(input) : (viewOf(type as 'f32', bytes) as Numbers);
  return each(input, 'f32', Number.NaN, (op === 'mean' ? meanOf : varianceOf)(numbers));
}

/** Means of f64 by the tree of sums. Means of integers are exact sums, rounded once. */
function doubleMean(input: Input): Reduction {
  const { type, bytes, spans } = input;
  if (type === 'f64') {
    const numbers = viewOf('f64', bytes);
    const sum = new Float64Array(1);
    return each(input, 'f64', Number.NaN, (begin, end) => {
      doubleTotal(numbers, begin, end, sum, 0);
      return sum[0]! / (end - begin);
    });
  }
  const values = resultsOf(input, 'f64');
  const results = viewOf('f64', values);
  const mean = exactMean(viewOf('u32', bytes), type === 'i64');
  return {
    type: 'f64',
    values,
    run(first, last) {
      for (let s = first; s < last; s++) results[s] = mean(spans.begin[s]!, spans.end[s]!);
    },
  };
}

/** Variances of items of 64 bits. `ddof` is subtracted from the number of items. */
export function doubleVariance(input: Input, ddof = 0): Reduction {
  const { type, bytes } = input;
  const numbers = type === 'f64' ? viewOf('f64', bytes) : Float64Array.from(viewOf(type as 'u64', bytes), Number);
  const fold = doubleRanges(numbers);
  const { slots } = fold;
  return folded(input, 'f64', fold, Number.NaN, (length) => {
    if (length <= ddof) return Number.NaN;
    const [count, sum, squares, special] = [slots[0]!, slots[2]!, slots[3]!, slots[4]!];
    if (special !== 0) return Number.NaN;
    const distances = squares - sum * (sum / count);
    // Squares that overflow may have been subtracted from each other.
    if (!Number.isFinite(distances)) return Number.POSITIVE_INFINITY;
    const variance = distances / (count - ddof);
    // Rounding may have made a variance of about 0 negative.
    return variance <= 0 ? 0 : variance;
  });
}

/** Makes an operator. `functions` are those of a custom one. */
export function reductionOf(
  input: Input,
  op: CheckedOp,
  initial: Initial,
  functions: CustomFunctions | undefined,
): Reduction {
  if (typeof op === 'object') {
    const type = op.type as 'u32' | 'i32' | 'f32';
    const { fold, combine, identity } = (functions as CustomFunctions)(input);
    const before = initial && numberOf(initial, type);
    return folded(input, type, fold, before ?? identity, () =>
      before === undefined ? fold.slots[0]! : combine(before, fold.slots[0]!),
    );
  }
  if (op === 'count') return counts(input);
  const type = input.type as NumberType;
  if (op === 'mean' || op === 'variance') return moment(input, op);
  if (op === 'min' || op === 'max' || op === 'argmin' || op === 'argmax') return extreme(input, type, op, initial);
  const isFloat = (resultType(type, op) as string).startsWith('f');
  return isFloat
    ? arithmetic(input, op as 'sum' | 'product', initial)
    : integers(input, type, op as IntegerOp, initial);
}
