/** A transform of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostArray, HostItems } from '../../api/arrays.ts';
import { halfNumber, type NumberType } from '../../item_types.ts';
import { halfBits } from '../../operators/initial.ts';
import { type CheckedTransform, checkedTransform, type TransformName } from '../../transform/descriptor.ts';
import { inChunks, itemsOf, requireRare, spansOf } from '../call.ts';
import { requireFunction } from '../functions.ts';
import { viewOf } from '../numbers.ts';
import type { reduceHost } from '../reduce/array_call.ts';
import type { ReduceModules } from '../reduce/modules.ts';

type Numbers = Float32Array | Float64Array | Uint32Array | Int32Array;

/** Transforms the items `begin` to before `end`, which are segment `s`. */
type Transform = (begin: number, end: number, s: number) => void;

/** Items as numbers that a loop can read: those of f16 as f32. */
function numbersOf(type: NumberType, bytes: Uint8Array<ArrayBuffer>): Numbers {
  const items = viewOf(type as 'f32', bytes);
  return type === 'f16' ? Float32Array.from(items, halfNumber) : items;
}

function sumOf(x: Numbers, begin: number, end: number): number {
  let sum = 0;
  for (let i = begin; i < end; i++) sum += x[i]!;
  return sum;
}

/** The greatest item; NaN if one is NaN. */
function maximumOf(x: Numbers, begin: number, end: number): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = begin; i < end; i++) {
    if (x[i]! > max) max = x[i]!;
    else if (Number.isNaN(x[i])) return Number.NaN;
  }
  return max;
}

/** The transforms whose results are f32. Sums are doubles. */
const BY_NAME: Readonly<
  Record<Exclude<TransformName, 'diff' | 'shift'>, (x: Numbers, y: Float32Array, ddof: number) => Transform>
> = {
  softmax: (x, y) => (begin, end) => {
    const max = maximumOf(x, begin, end);
    let sum = 0;
    for (let i = begin; i < end; i++) {
      const power = Math.exp(x[i]! - max);
      y[i] = power;
      sum += power;
    }
    for (let i = begin; i < end; i++) y[i] = y[i]! / sum;
  },
  logSoftmax: (x, y) => (begin, end) => {
    const max = maximumOf(x, begin, end);
    let [rest, first] = [0, true];
    for (let i = begin; i < end; i++) {
      // The greatest item's power is 1. Added to the others' sum, it would hide a small one.
      if (first && x[i] === max) first = false;
      else rest += Math.exp(x[i]! - max);
    }
    // With ±∞ as the greatest item all results are NaN.
    const log = Math.log1p(rest) + (max - max);
    for (let i = begin; i < end; i++) y[i] = x[i]! - max - log;
  },
  normalize: (x, y) => (begin, end) => {
    const sum = sumOf(x, begin, end);
    for (let i = begin; i < end; i++) y[i] = x[i]! / sum;
  },
  center: (x, y) => (begin, end) => {
    const mean = sumOf(x, begin, end) / (end - begin);
    for (let i = begin; i < end; i++) y[i] = x[i]! - mean;
  },
  standardize: (x, y, ddof) => (begin, end) => {
    const mean = sumOf(x, begin, end) / (end - begin);
    let squares = 0;
    for (let i = begin; i < end; i++) squares += (x[i]! - mean) ** 2;
    const std = Math.sqrt(squares / Math.max(end - begin - ddof, 0));
    for (let i = begin; i < end; i++) y[i] = (x[i]! - mean) / std;
  },
};

/** The fill as an item: rounded to its type. */
function fillItem(type: NumberType, fill: number | bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  viewOf(type as 'f64', bytes)[0] = (type === 'f16' ? halfBits(fill as number) : fill) as number;
  return bytes;
}

/** The item `lag` earlier in the segment, or `fill`. */
function lagged(
  { type, lag, fill, name }: CheckedTransform,
  input: HostItems,
  bytes: Uint8Array<ArrayBuffer>,
): Transform {
  const isDiff = name === 'diff';
  const isHalf = type === 'f16';
  // Arrays of integers wrap what they store, and those of f32 round it. A shift moves bits: as a number, a signaling
  // NaN of f32 would become a quiet one.
  const as = (type === 'f32' && !isDiff ? 'u32' : type) as 'f64';
  const [x, y] = [viewOf(as, input.bytes), viewOf(as, bytes)];
  const filled = viewOf(as, fillItem(type, fill))[0]!;
  return (begin, end) => {
    // Items first … last − 1 have their earlier item in the segment.
    const first = Math.min(Math.max(begin, begin + lag), end);
    const last = Math.max(first, Math.min(end, end + lag));
    if (!isDiff) {
      shiftItems(x, y, filled, lag, begin, end, first, last);
    } else if (isHalf) {
      for (let i = begin; i < end; i++) {
        const before = i < first || i >= last ? filled : x[i - lag]!;
        y[i] = halfBits(halfNumber(x[i]!) - halfNumber(before));
      }
    } else {
      subtract(x, y, filled, begin, first);
      subtractEarlier(x, y, lag, first, last);
      subtract(x, y, filled, last, end);
    }
  };
}

/** Fewer items are shifted by loops: calls of functions take longer. */
const FEW = 64;

/** Stores the items `lag` before in first … last − 1, and the fill in the rest of the segment. */
function shiftItems(
  x: Float64Array,
  y: Float64Array,
  filled: number,
  lag: number,
  begin: number,
  end: number,
  first: number,
  last: number,
): void {
  if (end - begin < FEW) {
    for (let i = begin; i < first; i++) y[i] = filled;
    for (let i = first, from = first - lag; i < last; i++, from++) y[i] = x[from]!;
    for (let i = last; i < end; i++) y[i] = filled;
    return;
  }
  y.fill(filled, begin, first).fill(filled, last, end);
  y.set(x.subarray(first - lag, last - lag), first);
}

/** Stores items first … last − 1 minus a number. */
function subtract(x: Float64Array, y: Float64Array, number: number, first: number, last: number): void {
  for (let i = first; i < last; i++) y[i] = x[i]! - number;
}

/** Stores items first … last − 1 minus those `lag` before. */
function subtractEarlier(x: Float64Array, y: Float64Array, lag: number, first: number, last: number): void {
  for (let i = first, from = first - lag; i < last; i++, from++) y[i] = x[i]! - x[from]!;
}

/** The transform of the caller's function. `of`: the numbers of each segment. */
function customTransform(
  { lag, fill }: CheckedTransform,
  itemType: NumberType,
  x: Numbers,
  y: Numbers,
  js: (x: number, ...more: number[]) => unknown,
  of: readonly ArrayLike<number>[],
): Transform {
  const filled = numbersOf(itemType, fillItem(itemType, fill))[0]!;
  // Calls with a list of arguments take ten times as long.
  const calls: ((x: number, before: number, index: number, length: number, n: readonly number[]) => unknown)[] = [
    (x, before, index, length) => js(x, before, index, length),
    (x, before, index, length, [a]) => js(x, a!, before, index, length),
    (x, before, index, length, [a, b]) => js(x, a!, b!, before, index, length),
    (x, before, index, length, [a, b, c]) => js(x, a!, b!, c!, before, index, length),
    (x, before, index, length, [a, b, c, d]) => js(x, a!, b!, c!, d!, before, index, length),
  ];
  const own = calls[of.length]!;
  return (begin, end, s) => {
    const numbers = of.map((each) => each[s]!);
    const length = end - begin;
    for (let i = begin; i < end; i++) {
      const from = i - lag;
      const before = from >= begin && from < end ? x[from]! : filled;
      y[i] = Number(own(x[i]!, before, i - begin, length, numbers));
    }
  };
}

/** Transforms the items of each segment. `reduce` is for functions, `more` for their operators that few calls have. */
export async function transformHost(
  call: CheckedCall,
  given: HostItems,
  transform: unknown,
  options: Readonly<Partial<Record<'lag' | 'fill' | 'ddof', unknown>>>,
  reduce: typeof reduceHost | undefined,
  more: ReduceModules | undefined,
): Promise<HostArray> {
  const spec = checkedTransform(given.type, transform, options);
  const js = spec.name === 'custom' ? requireFunction('transform', transform, '(x, …numbers) => number') : undefined;
  requireRare(call);
  const input = itemsOf(call, given);
  const spans = spansOf(call.segments);
  const itemType = given.type as NumberType;
  if (spec.name === 'diff' || spec.name === 'shift') {
    const bytes = input.bytes.slice();
    const run = lagged(spec, input, bytes);
    await eachSegment(call, run);
    return input.like(bytes);
  }
  const x = numbersOf(itemType, input.bytes);
  const results = viewOf(spec.type as 'f32', new Uint8Array(4 * x.length));
  results.set(x);
  let run: Transform;
  if (js) {
    const type = itemType === 'f16' ? 'f32' : itemType;
    const bytes = new Uint8Array(x.buffer as ArrayBuffer);
    const items = { ...input, type, bytes, like: (found: typeof bytes) => viewOf(type as 'f32', found) };
    const { rows: _, ...segments } = call.segments;
    const own = {
      op: [...spec.of],
      initial: undefined,
      whenEmpty: undefined,
      accuracy: undefined,
      ddof: options.ddof,
      modules: { ...more },
    };
    const found = spec.of.length > 0 ? await reduce?.({ ...call, segments, onProgress: undefined }, items, own) : [];
    run = customTransform(spec, itemType, x, results, js as (x: number) => unknown, found as ArrayLike<number>[]);
  } else run = BY_NAME[spec.name as 'softmax'](x, results, spec.ddof);
  await eachSegment(call, run);
  return results as HostArray;

  function eachSegment(work: CheckedCall, of: Transform): Promise<void> {
    return inChunks(spans, call.itemCount, work, 1, (first, last) => {
      for (let s = first; s < last; s++) of(spans.begin[s]!, spans.end[s]!, s);
    });
  }
}
