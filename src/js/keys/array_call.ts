/** Ranks, distinct keys, modes and histograms of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import { gathered, type HostArray, type HostItems } from '../../api/arrays.ts';
import { requireHostRoom, requireOneOf } from '../../checks.ts';
import { NUMBER_TYPES, type NumberType } from '../../item_types.ts';
import { binOf } from '../../keys/bins.ts';
import {
  type Bins,
  checkedBins,
  checkedTies,
  type Modes,
  type RankOptions,
  requireNan,
  requireNumberItems,
  type UniqueKeys,
} from '../../keys/descriptor.ts';
import { distinctItems, eachMode, nanTest, rankItems, type SortedItems } from '../../keys/sorted.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import type { KeyOrder } from '../../sort/kernels.ts';
import { inChunks, itemsOf, requireRare, spansOf } from '../call.ts';
import { readerOf } from '../functions.ts';
import { viewOf } from '../numbers.ts';
import { mapped } from '../sort/key_map.ts';
import { withOneNan } from '../sort/nans.ts';
import { sortedIndices } from '../sort/run.ts';

type Given<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;
type Order = Parameters<typeof keyOrder>[0];

/** The items of a call in the order of each segment. */
interface Ordered extends SortedItems {
  readonly keys: HostItems;
  readonly type: NumberType;
}

/** Sorts the items of each segment, stably. `oneNan`: all NaNs are equal; only in ascending order. */
async function ordered(call: CheckedCall, given: HostItems, order: KeyOrder, oneNan: boolean): Promise<Ordered> {
  const keys = itemsOf(call, given);
  const spans = spansOf(call.segments);
  const numbers = mapped(keys.bytes.slice(), order);
  const { low, high } = oneNan ? withOneNan(numbers, order) : numbers;
  const indices = await sortedIndices({ ...call, spans }, { low, high });
  const rises = high
    ? (i: number) => high[i] !== high[i - 1] || low[indices[i]!] !== low[indices[i - 1]!]
    : (i: number) => low[i] !== low[i - 1];
  return { keys, type: order.keyType, spans, indices, rises };
}

/** The order of a call's keys by all of their bits. */
function orderOf(keys: HostItems, order: unknown, signedZero: unknown): KeyOrder {
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  return keyOrder({ keyType: keys.type, order, signedZero } as Order, 'keys');
}

// Ranks.

/** Ranks the items of each segment. */
export async function rankHost(
  call: CheckedCall,
  given: HostItems,
  options: Given<'ties' | 'order' | 'signedZero' | 'nan'>,
): Promise<Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>> {
  const { order = 'ascending', signedZero, nan } = options;
  const ties = checkedTies(options.ties);
  const keyed = orderOf(given, order, signedZero);
  requireNan(nan, ['last', 'first', 'omit']);
  requireRare(call);
  const of = await ordered(call, given, keyed, false);
  const ranks = ties === 'average' ? new Float64Array(call.itemCount) : new Uint32Array(call.itemCount);
  rankItems(of, { ties, nan: nan as RankOptions['nan'] }, nanTest(of.type, of.keys.bytes), ranks);
  return ranks;
}

// Distinct keys.

/** Finds the distinct keys of each segment. */
export async function uniqueHost(
  call: CheckedCall,
  given: HostItems,
  { signedZero = 'equal' }: Given<'signedZero'>,
): Promise<UniqueKeys<HostArray>> {
  const order = orderOf(given, 'ascending', signedZero);
  requireRare(call);
  const of = await ordered(call, given, order, true);
  const { items, counts, offsets } = distinctItems(of);
  return { keys: given.like(gathered(of.keys, items).bytes), counts, offsets };
}

/** Finds the most frequent key of each segment. */
export async function modeHost(
  call: CheckedCall,
  given: HostItems,
  { signedZero = 'equal', nan }: Given<'signedZero' | 'nan'>,
): Promise<Modes<HostArray>> {
  const order = orderOf(given, 'ascending', signedZero);
  requireNan(nan, ['propagate', 'omit']);
  requireRare(call);
  requireHostRoom('segments', call.segments.count, 4 + given.itemBytes, 'values and counts');
  const of = await ordered(call, given, order, true);
  const { keys, type } = of;
  const { itemBytes } = given;
  const values = new Uint8Array(call.segments.count * itemBytes);
  const counts = new Uint32Array(call.segments.count);
  eachMode(of, nan === 'omit' ? nanTest(type, keys.bytes) : undefined, (s, item, count) => {
    values.set(keys.bytes.subarray(item * itemBytes, (item + 1) * itemBytes), s * itemBytes);
    counts[s] = count;
  });
  return { values: given.like(values), counts };
}

// Histograms.

/** Counts numbers in bins of equal width, from `counts[base]` on, by the rule of bins.ts. */
function countEven(
  x: Float64Array,
  begin: number,
  end: number,
  { edges, perUnit }: Bins,
  counts: Uint32Array,
  base: number,
): void {
  const last = edges.length - 2;
  const low = edges[0]!;
  const high = edges[last + 1]!;
  const scale = +perUnit!;
  for (let i = begin; i < end; i++) {
    const value = x[i]!;
    if (!(value >= low && value <= high)) continue;
    let bin = ((value - low) * scale) | 0;
    if (bin > last) bin = last;
    if (value < edges[bin]!) bin--;
    else if (bin < last && value >= edges[bin + 1]!) bin++;
    counts[base + bin]!++;
  }
}

/** Counts the items of each segment in bins. */
export async function histogramHost(
  call: CheckedCall,
  given: HostItems,
  options: Given<'bins' | 'range' | 'edges'>,
): Promise<Uint32Array<ArrayBuffer>> {
  requireNumberItems('values', given.type, NUMBER_TYPES);
  const bins = checkedBins(options);
  requireRare(call);
  const size = bins.edges.length - 1;
  requireHostRoom('segments', call.segments.count, 4 * size, `counts of ${size} bins`);
  const spans = spansOf(call.segments);
  const items = itemsOf(call, given);
  const counts = new Uint32Array(spans.count * size);
  const { begin, end } = spans;
  const { type } = given;
  if (Number.isFinite(bins.perUnit) && !/^(f16|[ui]64)$/.test(type as string)) {
    const numbers = viewOf(type as 'f64', items.bytes);
    await inChunks(spans, call.itemCount, call, 1, (first, last) => {
      for (let s = first; s < last; s++) countEven(numbers, begin[s]!, end[s]!, bins, counts, s * size);
    });
    return counts;
  }
  const read = readerOf(given.type, items.bytes);
  const find = binOf(bins);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => {
    for (let s = first; s < last; s++) {
      for (let i = begin[s]!; i < end[s]!; i++) {
        // Integers of 64 bits are rounded to doubles.
        const bin = find(Number(read(i)));
        if (bin >= 0) counts[s * size + bin]!++;
      }
    }
  });
  return counts;
}
