/**
 * Calls with `nan: 'omit'`. The host gathers the items that are numbers, the call runs on them alone, and its indices
 * are put back. So results have the bits of a call on arrays without NaNs. Loaded by the first such call.
 */
import { requireHostRoom } from '../checks.ts';
import { halfNumber } from '../item_types.ts';
import type { CheckedCall } from './array_call.ts';
import { gathered, type HostItems } from './arrays.ts';
import { type CheckedSegments, requireCover, segmentBounds } from './segments.ts';

/** Whether items have NaNs to leave out. */
export const mayHaveNan = ({ type }: HostItems): boolean => type === 'f16' || type === 'f32' || type === 'f64';

/** Floats as numbers. */
export function numbersOf({ type, bytes }: Pick<HostItems, 'type' | 'bytes'>): ArrayLike<number> {
  if (type === 'f16') return Float32Array.from(new Uint16Array(bytes.buffer), halfNumber);
  return type === 'f64' ? new Float64Array(bytes.buffer) : new Float32Array(bytes.buffer);
}

/** A call without its NaNs. */
export interface Kept {
  readonly call: CheckedCall;
  readonly items: HostItems;
  /** The index that each item had. */
  readonly places: Uint32Array;
}

function longestOf(segments: CheckedSegments): number {
  let longest = 0;
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    longest = Math.max(longest, end - begin);
  }
  return longest;
}

/** Segments of the kept items: `before` holds for each item how many before it are kept. */
function segmentsOf(segments: CheckedSegments, before: Uint32Array): CheckedSegments {
  const { count, ranges } = segments;
  const at = (i: number) => before[i] as number;
  const offsets = new Uint32Array(count + 1);
  for (let i = 0; i < count && !ranges; i++) {
    const [begin, end] = segmentBounds(segments, i);
    offsets[i] = at(begin);
    offsets[i + 1] = at(end);
  }
  const form = ranges ? { ranges: { begin: ranges.begin.map(at), end: ranges.end.map(at) } } : { offsets };
  const kept = { count, coversAll: false, longest: 0, ...form };
  return { ...kept, longest: longestOf(kept) };
}

/** The call on the items that are numbers. Items that the segments gather by rows are gathered. */
export function withoutNans(call: CheckedCall, given: HostItems): Kept {
  requireCover(call.cover, call.segments, call.itemCount);
  const { rows } = call.segments;
  const items = rows ? gathered(given, rows) : given;
  const numbers = numbersOf(items);
  const places = new Uint32Array(numbers.length);
  const before = new Uint32Array(numbers.length + 1);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    places[count] = i;
    if (!Number.isNaN(numbers[i])) count++;
    before[i + 1] = count;
  }
  const kept = places.slice(0, count);
  const segments = segmentsOf(call.segments, before);
  return {
    call: { ...call, cover: undefined, itemCount: count, segments },
    items: gathered(items, kept),
    places: kept,
  };
}

/** Indices count kept items of their segment. Afterwards they count all items of it. */
export function putBack(indices: Uint32Array, { segments }: CheckedCall, kept: Kept): void {
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(kept.call.segments, i);
    if (begin < end)
      indices[i] = (kept.places[begin + (indices[i] as number)] as number) - segmentBounds(segments, i)[0];
  }
}

type Indices = Uint32Array<ArrayBuffer>;

/** A call on keys, and the first indices, keys and values that it finds in each segment. */
interface Selection {
  readonly keys: unknown;
  readonly values?: unknown;
  readonly indices: Uint32Array;
  readonly offsets: Uint32Array;
}

/** A top-k of the keys that are numbers. `find` makes one whose indices count from the start of the array. */
export async function topKWithoutNans<T extends Selection>(
  call: CheckedCall,
  keys: HostItems,
  values: HostItems | undefined,
  indexFrom: unknown,
  find: (call: CheckedCall, keys: HostItems, values: HostItems | undefined) => Promise<T>,
): Promise<T> {
  const kept = withoutNans(call, keys);
  const { segments } = call;
  const { rows } = segments;
  const from = rows ? kept.places.map((place) => rows[place] as number) : kept.places;
  const found = await find(kept.call, kept.items, values && gathered(values, from));
  const { indices, offsets } = found;
  for (let i = 0; i < segments.count; i++) {
    const start = indexFrom === 'segment' ? segmentBounds(segments, i)[0] : 0;
    for (let at = offsets[i] as number; at < (offsets[i + 1] as number); at++) {
      indices[at] = (kept.places[indices[at] as number] as number) - start;
    }
  }
  return found;
}

/** A call on rows of numbers, as a call on numbers. */
export interface KeptColumns extends Kept {
  readonly weights: HostItems | undefined;
  /** Rewrites results, an array of results of some bytes for each column, as rows. */
  inRows(results: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer>;
  putBack(indices: Uint32Array): void;
}

/** The call on rows without NaNs: a column of a segment is a segment, all those of the first column first. */
export function columnsWithoutNans(
  call: CheckedCall,
  given: HostItems,
  width: number,
  weights: HostItems | undefined,
): KeptColumns {
  requireCover(call.cover, call.segments, call.itemCount);
  const numbers = numbersOf(given);
  const { segments } = call;
  const { count, rows } = segments;
  const offsets = new Uint32Array(width * count + 1);
  let room = 0;
  for (let i = 0; i < count; i++) room += segmentBounds(segments, i)[1] - segmentBounds(segments, i)[0];
  requireHostRoom('segments', room * width, 12, 'numbers without NaNs');
  const [places, from, weighed] = [0, 1, 2].map(() => new Uint32Array(room * width)) as [Indices, Indices, Indices];
  let length = 0;
  for (let column = 0; column < width; column++) {
    for (let i = 0; i < count; i++) {
      const [begin, end] = segmentBounds(segments, i);
      for (let row = begin; row < end; row++) {
        const at = (rows ? (rows[row] as number) : row) * width + column;
        if (Number.isNaN(numbers[at])) continue;
        places[length] = row - begin;
        from[length] = at;
        weighed[length++] = row;
      }
      offsets[column * count + i + 1] = length;
    }
  }
  const flat = { count: width * count, coversAll: false, longest: 0, offsets };
  const columns = { ...flat, longest: longestOf(flat) };
  return {
    call: { ...call, cover: undefined, itemCount: length, segments: columns },
    items: gathered(given, from.subarray(0, length)),
    places,
    weights: weights && gathered(weights, weighed.subarray(0, length)),
    inRows(results, bytes) {
      const turned = results.slice();
      for (let k = 0; k < width * count; k++) {
        const to = ((k % count) * width + Math.floor(k / count)) * bytes;
        turned.set(results.subarray(k * bytes, (k + 1) * bytes), to);
      }
      return turned;
    },
    putBack(indices) {
      for (let k = 0; k < width * count; k++) {
        const begin = offsets[k] as number;
        if (begin < (offsets[k + 1] as number)) indices[k] = places[begin + (indices[k] as number)] as number;
      }
    },
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Scans the items that are numbers. Every segment gets one more item at its end, so an exclusive scan holds the results
 * before and after each item. `scan` makes it, and returns one result an item. `found` receives the results of items
 * in segments. A NaN has the result of the item before it, or the start value.
 */
export async function scanWithoutNans(
  call: CheckedCall,
  items: HostItems,
  { exclusive, reverse }: { readonly exclusive: boolean; readonly reverse: boolean },
  scan: (call: CheckedCall, items: HostItems) => Promise<Bytes>,
  found: Bytes,
): Promise<void> {
  requireCover(call.cover, call.segments, call.itemCount);
  const { segments } = call;
  const numbers = numbersOf(items);
  const offsets = new Uint32Array(segments.count + 1);
  const from = new Uint32Array(numbers.length + segments.count);
  let count = 0;
  // The place of each item's result without the item, and with it. In a reverse scan it is the other way round.
  const [first, last] = [new Uint32Array(numbers.length), new Uint32Array(numbers.length)];
  for (let s = 0; s < segments.count; s++) {
    const [begin, end] = segmentBounds(segments, s);
    // The item at the end of the scan, whose value does not matter.
    if (reverse) from[count++] = 0;
    for (let i = begin; i < end; i++) {
      first[i] = reverse ? count - 1 : count;
      if (!Number.isNaN(numbers[i])) from[count++] = i;
      last[i] = reverse ? count - 1 : count;
    }
    if (!reverse) from[count++] = 0;
    offsets[s + 1] = count;
  }
  if (count === 0) return;
  const own = { count: segments.count, coversAll: true, longest: 0, offsets };
  const scanned = { ...call, cover: undefined, itemCount: count, segments: { ...own, longest: longestOf(own) } };
  const results = await scan(scanned, gathered(items, from.subarray(0, count)));
  const bytes = results.length / count;
  const places = exclusive === reverse ? last : first;
  for (let s = 0; s < segments.count; s++) {
    const [begin, end] = segmentBounds(segments, s);
    for (let i = begin; i < end; i++) {
      const at = (places[i] as number) * bytes;
      for (let k = 0; k < bytes; k++) found[i * bytes + k] = results[at + k] as number;
    }
  }
}
