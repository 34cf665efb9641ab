/**
 * Quantiles of arrays, loaded by the first of them: the items at both sides of each position, and the interpolation
 * between them.
 */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import { requireHostRoom } from '../../checks.ts';
import { halfNumber, type NumberType } from '../../item_types.ts';
import {
  between,
  betweenTwo,
  checkedOptions,
  checkedQuantiles,
  fillAbsent,
  type Interpolation,
  NO_INDEX,
  partOf,
  positionsOf,
  type QuantileOptions,
  takesHigh,
} from '../../select/quantile/descriptor.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import { type KeyOrder, keyTraits } from '../../sort/kernels.ts';
import { inChunks, itemsOf, requireRare, type Spans, spansOf } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { type MappedKeys, mapped, unmapped } from '../sort/key_map.ts';
import { BUCKETS, SHORT } from '../sort/short.ts';
import { selectFirst, selector } from './descent.ts';
import { FEW, numbersAt, ranksOf } from './ranks.ts';

/** How quantiles are found, and in what form. */
interface Request {
  readonly numbers: MappedKeys;
  readonly order: KeyOrder;
  readonly list: readonly number[];
  readonly omits: boolean;
  readonly interpolation: Interpolation;
  /** Whether the keys' indices are wanted. */
  readonly indexed: boolean;
}

/** The numbers at the ranks of each quantile, all those of a segment in a row. */
interface Found {
  readonly low: Uint32Array<ArrayBuffer>;
  readonly high: Uint32Array<ArrayBuffer> | undefined;
  /** The items that have them, if they were searched for by index. */
  readonly items: Uint32Array | undefined;
  /** Items of each segment that have a rank: 0 if it is empty, or has a NaN that counts. */
  readonly counts: Uint32Array;
}

/** The number of +inf. For f64 it is the high word, and the low word is 1. NaNs have greater numbers. */
const INFINITIES: Readonly<Record<string, number>> = { f16: 0xf801, f32: 0xff000001, f64: 0xffe00000 };

/** The number of items of a segment that are NaN. */
function nansIn({ low, high }: MappedKeys, type: NumberType, begin: number, end: number): number {
  const infinity = INFINITIES[type];
  if (infinity === undefined) return 0;
  const words = high ?? low;
  let nans = 0;
  for (let i = begin; i < end; i++) {
    const word = words[i]!;
    if (word > infinity || (high && word === infinity && low[i]! > 1)) nans++;
  }
  return nans;
}

/** Stores the ranks of all quantiles of so many items: one each, or those at both sides of the position. */
function fillRanks(ranks: Uint32Array, { list, interpolation }: Request, items: number): void {
  const inverted = interpolation === 'inverted_cdf';
  const both = betweenTwo(interpolation);
  let at = 0;
  for (let k = 0; k < list.length; k++) {
    const sides = positionsOf(list[k]!, items, inverted);
    if (both) ranks[at++] = sides.low;
    ranks[at++] = both || takesHigh(interpolation, list[k]!, items) ? sides.high : sides.low;
  }
}

/** Stores what is at the first `wanted` of the ranks of items begin … end − 1, from index `at` on. */
type Search = (begin: number, end: number, ranks: Uint32Array, wanted: number, at: number) => void;

/** The number of a key that segments without one have. */
function absentWord(order: KeyOrder): number {
  const key = new Uint8Array(keyTraits(order).bytes);
  fillAbsent(order.keyType, key);
  return mapped(key, order).low[0]!;
}

/** Short segments of one-word numbers, which follow one another, are sorted together: all from some segment on. */
class Together {
  readonly #request: Request;
  readonly #spans: Spans;
  readonly #found: Found;
  readonly #width: number;
  /** Numbers above it are NaN. */
  readonly #infinity: number;
  /** By number of items: the ranks of all quantiles, and whether they have been found. */
  readonly #ranks: Uint32Array;
  readonly #hasRanks = new Uint8Array(FEW + 1);

  constructor(request: Request, spans: Spans, found: Found, width: number) {
    this.#request = request;
    this.#spans = spans;
    this.#found = found;
    this.#width = width;
    this.#infinity = INFINITIES[request.order.keyType] ?? 0xffffffff;
    this.#ranks = new Uint32Array((FEW + 1) * width);
  }

  /** Takes segments from `start` on, before `last`. Returns the next one: `start`, if that is too long. */
  run(start: number, last: number): number {
    const { begin, end } = this.#spans;
    const base = begin[start]!;
    let to = base;
    let s = start;
    for (; s < last; s++) {
      const next = end[s]!;
      if (begin[s] !== to || next - to > FEW || next - base > BUCKETS) break;
      to = next;
    }
    if (s === start) return s;
    SHORT.keys.set(this.#request.numbers.low.subarray(base, to));
    SHORT.sortAllKeys(begin, end, start, s);
    this.#take(start, s, base);
    return s;
  }

  /** Stores the numbers at the ranks of sorted segments. */
  #take(start: number, last: number, base: number): void {
    const { keys } = SHORT;
    const { end } = this.#spans;
    const { low, counts } = this.#found;
    const { omits } = this.#request;
    const [width, infinity, ranks] = [this.#width, this.#infinity, this.#ranks];
    for (let s = start, to = 0, at = start * width; s < last; s++) {
      const from = to;
      to = end[s]! - base;
      let past = to;
      while (past > from && keys[past - 1]! > infinity) past--;
      if (past < to && !omits) past = from;
      const items = past - from;
      counts[s] = items;
      if (items > 0 && this.#hasRanks[items] === 0) this.#rank(items);
      if (items > 0) for (let k = 0; k < width; k++) low[at + k] = keys[from + ranks[items * width + k]!]!;
      at += width;
    }
  }

  #rank(items: number): void {
    this.#hasRanks[items] = 1;
    fillRanks(this.#ranks.subarray(items * this.#width), this.#request, items);
  }
}

/** Copies the numbers of a segment, and finds those at the ranks. */
function searchWords({ low }: MappedKeys, longest: number, to: Uint32Array): Search {
  const of = ranksOf(longest);
  const { words } = of;
  return (begin, end, ranks, wanted, at) => {
    for (let i = begin; i < end; i++) words[i - begin] = low[i]!;
    numbersAt(of, end - begin, ranks, wanted, to, at);
  };
}

/** Segments up to this length are sorted for any quantiles. */
const SORTED = 512;

/** Finds the items at the ranks, of a stable sort. */
function searchItems(numbers: MappedKeys, longest: number, to: Uint32Array): Search {
  const select = selector(longest);
  return (begin, end, ranks, wanted, at) => {
    const isSorted = end - begin <= SORTED || wanted > 6;
    if (isSorted) selectFirst(select, numbers, begin, end, end - begin);
    for (let k = 0; k < wanted; k++) {
      const rank = ranks[k]!;
      if (isSorted) to[at + k] = select.found[rank]!;
      else if (k > 0 && rank === ranks[k - 1]) to[at + k] = to[at + k - 1]!;
      else {
        selectFirst(select, numbers, begin, end, rank + 1, true);
        to[at + k] = select.found[0]!;
      }
    }
  };
}

/** Finds the keys of all quantiles. */
async function found(call: CheckedCall, spans: Spans, request: Request): Promise<Found> {
  const { numbers, order, list, omits, interpolation, indexed } = request;
  const { begin, end, count } = spans;
  const perSegment = list.length * (betweenTwo(interpolation) ? 2 : 1);
  const to = new Uint32Array(count * perSegment);
  const counts = new Uint32Array(count);
  const ranks = new Uint32Array(perSegment);
  const byItem = indexed || numbers.high !== undefined;
  const search = byItem ? searchItems(numbers, spans.longest, to) : searchWords(numbers, spans.longest, to);
  if (!byItem) to.fill(absentWord(order));
  let ranked = 0;
  const one = (s: number) => {
    const [from, until] = [begin[s]!, end[s]!];
    const nans = nansIn(numbers, order.keyType, from, until);
    const items = nans > 0 && !omits ? 0 : until - from - nans;
    counts[s] = items;
    if (items === 0) return;
    if (items !== ranked) fillRanks(ranks, request, items);
    ranked = items;
    search(from, until, ranks, perSegment, s * perSegment);
  };
  const words: Found = { low: to, high: undefined, items: undefined, counts };
  const together = byItem ? undefined : new Together(request, spans, words, perSegment);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => {
    for (let s = first; s < last; ) {
      const next = together?.run(s, last) ?? s;
      if (next === s) one(s++);
      else s = next;
    }
  });
  if (!byItem) return words;
  const wordsOf = (words: Uint32Array) => to.map((item) => words[item] ?? 0);
  return { low: wordsOf(numbers.low), high: numbers.high && wordsOf(numbers.high), items: to, counts };
}

/** Numbers between two keys. */
function interpolated({ low, high, counts }: Found, request: Request): Float64Array<ArrayBuffer> {
  const { order, list, interpolation } = request;
  const keys = viewOf(order.keyType as 'f32', unmapped({ low, high }, order));
  const number = order.keyType === 'f16' ? (i: number) => halfNumber(keys[i]!) : (i: number) => Number(keys[i]!);
  const results = new Float64Array(low.length / 2);
  for (let at = 0, s = 0; s < counts.length; s++) {
    for (const q of list) {
      results[at] =
        counts[s] === 0
          ? Number.NaN
          : between(number(2 * at), number(2 * at + 1), partOf(interpolation, q, counts[s]!));
      at++;
    }
  }
  return results;
}

/** The keys themselves. */
function keysOf({ low, high, counts, items }: Found, { order, list }: Request): Uint8Array<ArrayBuffer> {
  const bytes = unmapped({ low, high }, order);
  // Otherwise the keys of segments that have none are among the numbers.
  if (!items) return bytes;
  const segmentBytes = list.length * keyTraits(order).bytes;
  counts.forEach((count, s) => {
    if (count === 0) fillAbsent(order.keyType, bytes, s * segmentBytes, (s + 1) * segmentBytes);
  });
  return bytes;
}

/** The index of each key, 2^32 − 1 where a segment has none. */
function indicesOf({ items, counts }: Found, { list }: Request): Uint32Array<ArrayBuffer> {
  const indices = (items as Uint32Array).slice();
  counts.forEach((count, s) => {
    if (count === 0) indices.fill(NO_INDEX, s * list.length, (s + 1) * list.length);
  });
  return indices;
}

/** Finds the quantiles of each segment. The options are copies, not yet checked. */
export async function quantileHost(
  call: CheckedCall,
  keys: HostItems,
  given: QuantileOptions & { readonly quantiles: unknown },
): Promise<unknown> {
  const { interpolation, nan, indices } = checkedOptions(given);
  const list = checkedQuantiles(given.quantiles);
  const order = keyOrder({ keyType: keys.type, order: 'ascending' } as Parameters<typeof keyOrder>[0], 'keys');
  requireRare(call);
  requireHostRoom('segments', call.segments.count, 8 + 16 * list.length, 'offsets and quantiles');
  const items = itemsOf(call, keys);
  const numbers = mapped(items.bytes, order);
  const request = { numbers, order, list, omits: nan === 'omit', interpolation, indexed: indices };
  const all = await found(call, spansOf(call.segments), request);
  if (betweenTwo(interpolation)) return interpolated(all, request);
  const values = items.like(keysOf(all, request));
  return indices ? { values, indices: indicesOf(all, request) } : values;
}
