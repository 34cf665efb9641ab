import { requireCount } from '../checks.ts';
import { inWords, nameOf, refused, unsupported } from '../errors.ts';
import { requireAttached } from './arrays.ts';
import { requireFit } from './segments_argument.ts';

/** Offsets of a host call. */
export type OffsetArray = Uint32Array | readonly number[];

/**
 * Segments of a host call, in one of three forms. Either segmentCount + 1 offsets. Or arrays of begins and ends, with
 * gaps and in any order. Or segments of one size: `count` of them, by default as many as the items hold. Segments of a
 * reduce may overlap. Segments of a sort must not; an empty segment never overlaps another.
 */
export type HostSegments =
  | OffsetArray
  | { readonly begin: OffsetArray; readonly end: OffsetArray }
  | { readonly size: number; readonly count?: number };

/** Segments of a host call, checked. */
export interface CheckedSegments {
  readonly count: number;
  readonly longest: number;
  /** Whether the segments cover every item. */
  readonly coversAll: boolean;
  /** Exactly one of these: offsets, begins and ends, or the one size. */
  readonly offsets?: Uint32Array;
  readonly ranges?: { readonly begin: Uint32Array; readonly end: Uint32Array };
  readonly size?: number;
}

/** Largest numbers of items and segments in one call on the device. Larger host calls run in batches. */
export interface BatchLimits {
  readonly items: number;
  readonly segments: number;
}

function requireOffset(name: string, value: number, index: number, itemCount: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= itemCount) return;
  throw refused(
    'offsets-out-of-range',
    'segments',
    `${name} ${index} is ${inWords(value)}`,
    `whole numbers from 0 to the item count ${itemCount}`,
  );
}

/**
 * Copies a Uint32Array, since offsets in shared memory could change between the check and the upload. A plain array
 * needs no copy here.
 */
function requireOffsetArray(name: string, value: unknown, allowed: string): OffsetArray {
  if (Array.isArray(value)) return value;
  if (nameOf(value) !== 'Uint32Array') throw unsupported(name, nameOf(value), allowed);
  requireAttached(name, value as Uint32Array);
  return (value as Uint32Array).slice();
}

function offsetWords(offsets: OffsetArray): Uint32Array {
  return Array.isArray(offsets) ? Uint32Array.from(offsets) : (offsets as Uint32Array);
}

function checkOffsets(given: OffsetArray, itemCount: number): CheckedSegments {
  if (given.length === 0) {
    throw refused('length-mismatch', 'segments', '0 offsets', 'segmentCount + 1 offsets, at least 1');
  }
  let longest = 0;
  let previous = 0;
  for (let i = 0; i < given.length; i++) {
    const value = given[i] as number;
    requireOffset('offset', value, i, itemCount);
    if (value < previous) {
      throw refused(
        'offsets-not-monotonic',
        'segments',
        `offset ${i} is ${value}, less than offset ${i - 1}, which is ${previous}`,
        'offsets that never fall',
      );
    }
    if (i > 0 && value - previous > longest) longest = value - previous;
    previous = value;
  }
  const coversAll = given[0] === 0 && previous === itemCount;
  return { count: given.length - 1, longest, coversAll, offsets: offsetWords(given) };
}

function checkRanges(begin: OffsetArray, end: OffsetArray, itemCount: number, mayOverlap: boolean): CheckedSegments {
  if (begin.length !== end.length) {
    throw refused(
      'length-mismatch',
      'segments.end',
      `${end.length} entries`,
      `${begin.length} entries, as in segments.begin`,
    );
  }
  let longest = 0;
  for (let i = 0; i < begin.length; i++) {
    const from = begin[i] as number;
    const to = end[i] as number;
    requireOffset('begin', from, i, itemCount);
    requireOffset('end', to, i, itemCount);
    if (from > to) {
      throw refused(
        'offsets-not-monotonic',
        'segments',
        `begin ${i} is ${from}, past end ${i}, which is ${to}`,
        'begin at most end',
      );
    }
    longest = Math.max(longest, to - from);
  }
  const ranges = { begin: offsetWords(begin), end: offsetWords(end) };
  if (!mayOverlap) requireNoOverlap(ranges);
  return { count: begin.length, longest, coversAll: false, ranges };
}

/** Ids of the segments in ascending order of their begins. */
export function idsByBegin(begin: Uint32Array): Uint32Array {
  return begin.map((_, id) => id).sort((a, b) => (begin[a] as number) - (begin[b] as number));
}

/**
 * Refuses segments that share items. One pass suffices where begins ascend; otherwise one sort comes first. Empty
 * segments share no items.
 */
function requireNoOverlap({ begin, end }: { begin: Uint32Array; end: Uint32Array }): void {
  let order: ArrayLike<number> | undefined;
  for (let i = 1; i < begin.length && !order; i++) {
    if ((begin[i] as number) < (begin[i - 1] as number)) order = idsByBegin(begin);
  }
  let last = -1;
  for (let k = 0; k < begin.length; k++) {
    const i = order ? (order[k] as number) : k;
    if (begin[i] === end[i]) continue;
    if (last >= 0 && (begin[i] as number) < (end[last] as number)) {
      throw refused(
        'segments-overlap',
        'segments',
        `segment ${last} (${begin[last]} to ${end[last]}) and segment ${i} (${begin[i]} to ${end[i]}) overlap`,
        'segments that share no item',
      );
    }
    last = i;
  }
}

function checkFixed(size: unknown, count: unknown, itemCount: number): CheckedSegments {
  if (typeof size !== 'number' || !Number.isInteger(size) || size <= 0) {
    throw refused('invalid-option', 'segments.size', size, 'whole numbers from 1');
  }
  if (count === undefined && itemCount % size !== 0) {
    throw refused(
      'length-mismatch',
      'segments.size',
      `${size} does not divide the item count ${itemCount}`,
      'a divisor of it, or segments.count given as well',
    );
  }
  const segments = requireCount('segments.count', count ?? itemCount / size, Number.MAX_SAFE_INTEGER, 'invalid-option');
  requireFit({ size, segments }, itemCount);
  return { count: segments, longest: segments > 0 ? size : 0, coversAll: segments * size === itemCount, size };
}

/** Checks the segments of a host call. */
export function checkSegments(segments: unknown, itemCount: number, mayOverlap: boolean): CheckedSegments {
  const given = Object(segments) as Record<string, unknown>;
  if ('begin' in given && 'end' in given) {
    const allowed = 'Uint32Array, number[]';
    const begin = requireOffsetArray('segments.begin', given.begin, allowed);
    return checkRanges(begin, requireOffsetArray('segments.end', given.end, allowed), itemCount, mayOverlap);
  }
  if ('size' in given) return checkFixed(given.size, given.count, itemCount);
  const allowed = 'Uint32Array or number[] of segmentCount + 1 offsets, { begin, end } or { size, count? }';
  return checkOffsets(requireOffsetArray('segments', segments, allowed), itemCount);
}

/** Begin and end of segment i, in any of the three forms. */
export function segmentBounds({ offsets, ranges, size }: CheckedSegments, i: number): readonly [number, number] {
  if (offsets) return [offsets[i] as number, offsets[i + 1] as number];
  if (ranges) return [ranges.begin[i] as number, ranges.end[i] as number];
  return [i * (size as number), (i + 1) * (size as number)];
}

/** Whether some segment may have from `min` to `max` items, both included. */
export type HoldsLength = (min: number, max: number) => boolean;

/**
 * Finds the lengths of a host call's segments, rounded up to powers of two. Kernels for other lengths need not be
 * compiled.
 */
export function lengthsHeld(segments: CheckedSegments): HoldsLength {
  // Entry k: a segment has from 2^(k - 1) + 1 to 2^k items. Entry 0: it has at most one.
  const octaves: boolean[] = [];
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    octaves[32 - Math.clz32(Math.max(end - begin, 1) - 1)] = true;
  }
  return (min, max) => octaves.some((held, k) => held && (k === 0 ? 0 : 2 ** (k - 1) + 1) <= max && 2 ** k >= min);
}
