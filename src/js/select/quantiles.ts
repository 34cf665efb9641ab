/**
 * Quantiles of arrays, loaded by the first of them: the items at both sides of each position, and the interpolation
 * between them.
 */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostArray, HostItems } from '../../api/arrays.ts';
import { requireHostRoom, requireOneOf } from '../../checks.ts';
import type { NumberType } from '../../item_types.ts';
import {
  between,
  checkedQuantiles,
  INTERPOLATIONS,
  type Interpolation,
  partOf,
  positionsOf,
  takesHigh,
} from '../../select/quantile/descriptor.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import { inChunks, itemsOf, requireRare, type Spans, spansOf } from '../call.ts';
import { readerOf } from '../numbers.ts';
import { mapped } from '../sort/key_map.ts';
import { type Numbers, selectFirst, selector } from './descent.ts';

/** No item: the segment is empty, or has a NaN. */
const NONE = 0xffffffff;

interface Request {
  readonly numbers: Numbers;
  readonly type: NumberType;
  readonly list: readonly number[];
  readonly omits: boolean;
  readonly inverted: boolean;
}

/** The result of the search: the items at both sides of each position, and the number of items of each segment. */
interface Found {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly counts: Uint32Array;
}

/** The number of +inf. For f64 it is the high word, and the low word is 1. NaNs have greater numbers. */
const INFINITIES: Readonly<Record<string, number>> = { f16: 0xf801, f32: 0xff000001, f64: 0xffe00000 };

/** The number of items of a segment that are NaN. */
function nansIn({ low, high }: Numbers, type: NumberType, begin: number, end: number): number {
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

/** Segments up to this length are sorted for any quantiles. */
const SHORT = 512;

/** Finds the items of all quantiles. */
async function sidesOf(call: CheckedCall, spans: Spans, request: Request): Promise<Found> {
  const { numbers, type, list, omits, inverted } = request;
  const { begin, end, count } = spans;
  const size = list.length;
  const [low, high] = [new Uint32Array(count * size).fill(NONE), new Uint32Array(count * size).fill(NONE)];
  const counts = new Uint32Array(count);
  const select = selector(spans.longest);
  const one = (s: number) => {
    const [from, to] = [begin[s]!, end[s]!];
    const nans = nansIn(numbers, type, from, to);
    const items = nans > 0 && !omits ? 0 : to - from - nans;
    counts[s] = items;
    if (items === 0) return;
    const isSorted = to - from <= SHORT || size > 3;
    if (isSorted) selectFirst(select, numbers, from, to, to - from);
    const itemAt = (rank: number) => {
      if (isSorted) return select.found[rank]!;
      selectFirst(select, numbers, from, to, rank + 1, true);
      return select.found[0]!;
    };
    for (let k = 0; k < size; k++) {
      const sides = positionsOf(list[k]!, items, inverted);
      low[s * size + k] = itemAt(sides.low);
      high[s * size + k] = sides.high === sides.low ? low[s * size + k]! : itemAt(sides.high);
    }
  };
  await inChunks(spans, call.itemCount, call, 1, (first, last) => {
    for (let s = first; s < last; s++) one(s);
  });
  return { low, high, counts };
}

/** Bits of the NaN that results of float types have without an item, high bytes last. */
const NANS: Readonly<Record<string, readonly number[]>> = {
  f16: [0, 0x7e],
  f32: [0, 0, 0xc0, 0x7f],
  f64: [0, 0, 0, 0, 0, 0, 0xf8, 0x7f],
};

/** The results, row by row. */
function interpolated(
  items: HostItems,
  type: NumberType,
  { low, high, counts }: Found,
  list: readonly number[],
  interpolation: Interpolation,
): HostArray {
  const size = list.length;
  const countOf = (at: number) => counts[Math.floor(at / size)]!;
  if (interpolation === 'linear' || interpolation === 'midpoint') {
    const read = readerOf(type, items.bytes);
    const results = new Float64Array(low.length);
    for (let at = 0; at < low.length; at++) {
      if (low[at] === NONE) {
        results[at] = Number.NaN;
        continue;
      }
      const [a, b] = [Number(read(low[at]!)), Number(read(high[at]!))];
      results[at] = between(a, b, partOf(interpolation, list[at % size]!, countOf(at)));
    }
    return results;
  }
  const { itemBytes, bytes } = items;
  const results = new Uint8Array(low.length * itemBytes);
  for (let at = 0; at < low.length; at++) {
    if (low[at] === NONE) {
      if (type[0] === 'f') results.set(NANS[type] as readonly number[], at * itemBytes);
      continue;
    }
    const item = (takesHigh(interpolation, list[at % size]!, countOf(at)) ? high : low)[at]!;
    results.set(bytes.subarray(item * itemBytes, (item + 1) * itemBytes), at * itemBytes);
  }
  return items.like(results);
}

/** Copies of the options and of the quantiles, not yet checked. */
interface GivenQuantiles {
  readonly quantiles: unknown;
  readonly interpolation?: Interpolation;
  readonly nan?: 'propagate' | 'omit';
}

/** Finds the quantiles of each segment. */
export async function quantileHost(call: CheckedCall, keys: HostItems, given: GivenQuantiles): Promise<HostArray> {
  const { quantiles, interpolation = 'linear', nan = 'propagate' } = given;
  const list = checkedQuantiles(quantiles);
  requireOneOf('interpolation', interpolation, INTERPOLATIONS, 'invalid-option');
  requireOneOf('nan', nan, ['propagate', 'omit'], 'invalid-option');
  const order = keyOrder({ keyType: keys.type, order: 'ascending' } as Parameters<typeof keyOrder>[0], 'keys');
  requireRare(call);
  requireHostRoom('segments', call.segments.count, 8 + 16 * list.length, 'offsets and quantiles');
  const items = itemsOf(call, keys);
  const spans = spansOf(call.segments);
  const numbers = mapped(items.bytes.slice(), order);
  // Two items for each quantile: at its position rounded down and rounded up.
  const found = await sidesOf(call, spans, {
    ...{ numbers, type: order.keyType, list },
    ...{ omits: nan === 'omit', inverted: interpolation === 'inverted_cdf' },
  });
  return interpolated(items, order.keyType, found, list, interpolation);
}
