/** Ranks, distinct keys and modes on the host: of items that are sorted in each segment. */
import type { NumberType } from '../item_types.ts';
import type { RankOptions, Ties } from './descriptor.ts';

/** The items of segments, in order. */
export interface SortedItems {
  /** Segment i has the places begin[i] … end[i] − 1. */
  readonly spans: { readonly count: number; readonly begin: ArrayLike<number>; readonly end: ArrayLike<number> };
  /** The item at each place. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Whether the key at a place differs from the one before it. */
  rises(place: number): boolean;
}

/** Whether an item is NaN. */
export type NanTest = (item: number) => boolean;

/** A function that tells whether an item is NaN; undefined for types without. */
export function nanTest(type: NumberType, { buffer }: Uint8Array<ArrayBuffer>): NanTest | undefined {
  if (type[0] !== 'f') return undefined;
  if (type === 'f16') {
    const halves = new Uint16Array(buffer);
    return (i) => (halves[i]! & 0x7fff) > 0x7c00;
  }
  const numbers = type === 'f32' ? new Float32Array(buffer) : new Float64Array(buffer);
  return (i) => Number.isNaN(numbers[i]);
}

// Ranks.

/** The first and the end place of a segment's NaNs. They stand together at one of its ends. */
function nanPlaces(begin: number, end: number, isNan: NanTest): readonly [number, number] {
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

function rankerOf(ties: Ties, { indices, rises }: SortedItems, ranks: Uint32Array | Float64Array): RankPlaces {
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

/** Writes the ranks of all items. `isNan`: of items, for types with NaNs. */
export function rankItems(
  of: SortedItems,
  { ties, nan }: { readonly ties: Ties; readonly nan: RankOptions['nan'] },
  isNan: NanTest | undefined,
  ranks: Uint32Array | Float64Array,
): void {
  const { spans, indices } = of;
  const rank = rankerOf(ties, of, ranks);
  const test = nan === undefined ? undefined : isNan;
  const isNanAt = (place: number) => test?.(indices[place]!) ?? false;
  for (let s = 0; s < spans.count; s++) {
    const [begin, end] = [spans.begin[s]!, spans.end[s]!];
    const [first, last] = test ? nanPlaces(begin, end, isNanAt) : [end, end];
    // The numbers are at the one or at the other side of the NaNs.
    const [from, to] = first > begin ? [begin, first] : [last, end];
    if (nan === 'first') rank(from, to, last - first, rank(first, last, 0, 0));
    else {
      const distinct = rank(from, to, 0, 0);
      if (nan !== 'omit') rank(first, last, to - from, distinct);
    }
  }
}

// Distinct keys.

/** The first items of the distinct keys of all segments, how often each key occurs, and where segments begin. */
export function distinctItems({ spans, rises, indices }: SortedItems) {
  const { begin, end, count } = spans;
  const items = new Uint32Array(indices.length);
  const counts = new Uint32Array(indices.length);
  const offsets = new Uint32Array(count + 1);
  let found = 0;
  for (let s = 0; s < count; s++) {
    for (let first = begin[s]!; first < end[s]!; ) {
      let last = first + 1;
      while (last < end[s]! && !rises(last)) last++;
      items[found] = indices[first]!;
      counts[found++] = last - first;
      first = last;
    }
    offsets[s + 1] = found;
  }
  return { items: items.slice(0, found), counts: counts.slice(0, found), offsets };
}

/** Calls `take` with the mode of each segment that has one: its first item, and how often it occurs. */
export function eachMode(
  of: SortedItems,
  omitted: NanTest | undefined,
  take: (segment: number, item: number, count: number) => void,
): void {
  const { items, counts, offsets } = distinctItems(of);
  for (let s = 0; s < of.spans.count; s++) {
    let most = -1;
    for (let i = offsets[s]!; i < offsets[s + 1]!; i++) {
      if (most >= 0 && counts[i]! <= counts[most]!) continue;
      if (!omitted?.(items[i]!)) most = i;
    }
    if (most >= 0) take(s, items[most]!, counts[most]!);
  }
}
