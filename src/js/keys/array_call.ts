/** Ranks, distinct keys, modes and histograms of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import { gathered, type HostArray, type HostItems } from '../../api/arrays.ts';
import { requireHostRoom, requireOneOf } from '../../checks.ts';
import { NUMBER_TYPES, type NumberType } from '../../item_types.ts';
import { binOf } from '../../keys/bins.ts';
import {
  checkedBins,
  checkedTies,
  type Modes,
  requireNan,
  requireNumberItems,
  type Ties,
  type UniqueKeys,
} from '../../keys/descriptor.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import type { KeyOrder } from '../../sort/kernels.ts';
import { inChunks, itemsOf, requireRare, type Spans, spansOf } from '../call.ts';
import { readerOf } from '../functions.ts';
import { viewOf } from '../numbers.ts';
import { mapped } from '../sort/key_map.ts';
import { withOneNan } from '../sort/nans.ts';
import { sortedIndices } from '../sort/run.ts';

type Given<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;
type Order = Parameters<typeof keyOrder>[0];

/** The items of a call in the order of each segment. */
interface Ordered {
  readonly keys: HostItems;
  readonly type: NumberType;
  readonly spans: Spans;
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Whether the item at a place has a greater number than the one before it. */
  rises(place: number): boolean;
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

/** A function that tells whether an item is NaN; undefined for types without. */
function nanTest({ bytes }: HostItems, type: NumberType): ((i: number) => boolean) | undefined {
  if (type[0] !== 'f') return undefined;
  const items = viewOf(type as 'f32', bytes);
  return type === 'f16' ? (i) => (items[i]! & 0x7fff) > 0x7c00 : (i) => Number.isNaN(items[i]);
}

// Ranks.

/** The first and the end place of a segment's NaNs. They stand together at one of its ends. */
function nanPlaces(begin: number, end: number, isNan: (place: number) => boolean): readonly [number, number] {
  let [first, last] = [begin, end];
  if (first === last) return [first, first];
  if (isNan(last - 1)) {
    while (first < last && !isNan(first)) first++;
    return [first, last];
  }
  last = first;
  while (isNan(last)) last++;
  return [first, last];
}

/** The rank of equal items by their least and greatest place. 0: each has its own place. */
const RANKS: Readonly<Record<Ties, (least: number, greatest: number, distinct: number) => number>> = {
  ordinal: () => 0,
  min: (least) => least,
  max: (_, greatest) => greatest,
  average: (least, greatest) => (least + greatest) / 2,
  dense: (_least, _greatest, distinct) => distinct,
};

/** Writes the ranks of the items at places `begin` to before `end`, of which `before` stand before them. */
type RankPlaces = (begin: number, end: number, before: number, dense: number) => number;

function rankerOf(ties: Ties, { indices, rises }: Ordered, ranks: Uint32Array | Float64Array): RankPlaces {
  const rankOf = RANKS[ties];
  return (begin, end, before, dense) => {
    let distinct = dense;
    for (let first = begin; first < end; ) {
      let last = first + 1;
      while (last < end && !rises(last)) last++;
      distinct++;
      const least = before + first - begin + 1;
      const rank = rankOf(least, before + last - begin, distinct);
      for (let i = first; i < last; i++) ranks[indices[i]!] = rank || least + i - first;
      first = last;
    }
    return distinct;
  };
}

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
  const { keys, spans, indices } = of;
  const ranks = ties === 'average' ? new Float64Array(call.itemCount) : new Uint32Array(call.itemCount);
  const rank = rankerOf(ties, of, ranks);
  const test = nan === undefined ? undefined : nanTest(keys, of.type);
  const isNan = (place: number) => test?.(indices[place]!) ?? false;
  for (let s = 0; s < spans.count; s++) {
    const [begin, end] = [spans.begin[s]!, spans.end[s]!];
    const [first, last] = test ? nanPlaces(begin, end, isNan) : [end, end];
    // The numbers are at the one or at the other side of the NaNs.
    const [from, to] = first > begin ? [begin, first] : [last, end];
    if (nan === 'first') rank(from, to, last - first, rank(first, last, 0, 0));
    else {
      const distinct = rank(from, to, 0, 0);
      if (nan !== 'omit') rank(first, last, to - from, distinct);
    }
  }
  return ranks;
}

// Distinct keys.

/** The places where the distinct keys of all segments begin, and how many each segment has. */
function distinctPlaces({ spans, rises, indices }: Ordered) {
  const { begin, end, count } = spans;
  const places = new Uint32Array(indices.length);
  const counts = new Uint32Array(indices.length);
  const offsets = new Uint32Array(count + 1);
  let found = 0;
  for (let s = 0; s < count; s++) {
    for (let first = begin[s]!; first < end[s]!; ) {
      let last = first + 1;
      while (last < end[s]! && !rises(last)) last++;
      places[found] = first;
      counts[found++] = last - first;
      first = last;
    }
    offsets[s + 1] = found;
  }
  return { places: places.subarray(0, found), counts: counts.slice(0, found), offsets };
}

/** Finds the distinct keys of each segment. */
export async function uniqueHost(
  call: CheckedCall,
  given: HostItems,
  { signedZero = 'equal' }: Given<'signedZero'>,
): Promise<UniqueKeys<HostArray>> {
  const order = orderOf(given, 'ascending', signedZero);
  requireRare(call);
  const of = await ordered(call, given, order, true);
  const { places, counts, offsets } = distinctPlaces(of);
  const rows = places.map((place) => of.indices[place]!);
  return { keys: given.like(gathered(of.keys, rows).bytes), counts, offsets };
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
  const { keys, indices } = of;
  const unique = distinctPlaces(of);
  const isNan = nan === 'omit' ? nanTest(keys, of.type) : undefined;
  const { itemBytes } = given;
  const values = new Uint8Array(call.segments.count * itemBytes);
  const counts = new Uint32Array(call.segments.count);
  for (let s = 0; s < counts.length; s++) {
    let most = -1;
    for (let i = unique.offsets[s]!; i < unique.offsets[s + 1]!; i++) {
      if (most >= 0 && unique.counts[i]! <= unique.counts[most]!) continue;
      if (!isNan?.(indices[unique.places[i]!]!)) most = i;
    }
    if (most < 0) continue;
    const item = indices[unique.places[most]!]!;
    values.set(keys.bytes.subarray(item * itemBytes, (item + 1) * itemBytes), s * itemBytes);
    counts[s] = unique.counts[most]!;
  }
  return { values: given.like(values), counts };
}

// Histograms.

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
  const read = readerOf(given.type, items.bytes);
  const find = binOf(bins);
  const counts = new Uint32Array(spans.count * size);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => {
    for (let s = first; s < last; s++) {
      for (let i = spans.begin[s]!; i < spans.end[s]!; i++) {
        // Integers of 64 bits are rounded to doubles.
        const bin = find(Number(read(i)));
        if (bin >= 0) counts[s * size + bin]!++;
      }
    }
  });
  return counts;
}
