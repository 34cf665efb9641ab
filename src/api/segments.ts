import { requireCount } from '../checks.ts';
import { inWords, nameOf, refused, unsupported } from '../errors.ts';
import { requireAttached } from './arrays.ts';
import { requireFit } from './segments_argument.ts';

/** Offsets of a host call. */
export type OffsetArray = Uint32Array | readonly number[];

/**
 * Segments of a host call: segmentCount + 1 offsets; two arrays, gaps and any order allowed; or segments of one size,
 * as many as the length holds or `count`. For sorts they must not overlap (empty ones never do), for reduces they may.
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

/** Most items and segments of one call on the device: longer host calls run in batches. */
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
 * A copy: on shared memory offsets could change between the check and the upload. Plain numbers are checked as
 * given.
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
    throw refused('length-mismatch', 'segments', '0 offsets', 'segmentCount + 1 of them, at least 1');
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
      `${end.length} of them`,
      `one a segment, as segments.begin has ${begin.length}`,
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
  if (!mayOverlap) requireApart(ranges);
  return { count: begin.length, longest, coversAll: false, ranges };
}

/** Segments by their begins. */
export function idsByBegin(begin: Uint32Array): Uint32Array {
  return begin.map((_, id) => id).sort((a, b) => (begin[a] as number) - (begin[b] as number));
}

/** Refuses segments that share items: in one walk where begins ascend, else after one sort. Empty ones share none. */
function requireApart({ begin, end }: { begin: Uint32Array; end: Uint32Array }): void {
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
      'a divisor, or a count beside it',
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

/** Begin and end of segment i, whatever form it has. */
export function segmentBounds({ offsets, ranges, size }: CheckedSegments, i: number): readonly [number, number] {
  if (offsets) return [offsets[i] as number, offsets[i + 1] as number];
  if (ranges) return [ranges.begin[i] as number, ranges.end[i] as number];
  return [i * (size as number), (i + 1) * (size as number)];
}

/** Whether a segment may be so long: `least` to `most` items, both included. */
export type HoldsLength = (min: number, max: number) => boolean;

/** Which lengths a host call's segments have, to the next power of two: kernels for others need not be compiled. */
export function lengthsHeld(segments: CheckedSegments): HoldsLength {
  // Place k: a length from 2^(k - 1) + 1 to 2^k.
  const octaves: boolean[] = [];
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    octaves[32 - Math.clz32(Math.max(end - begin, 1) - 1)] = true;
  }
  return (min, max) => octaves.some((held, k) => held && (k === 0 ? 0 : 2 ** (k - 1) + 1) <= max && 2 ** k >= min);
}
