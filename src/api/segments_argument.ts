import { MAX_ITEMS, requireCount, requireObject } from '../checks.ts';
import { zerosOf } from '../gpu/device_state.ts';
import { type BufferArgument, bufferRange, firstBytes } from '../gpu/ranges.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import { requireMembers } from '../unknown.ts';

export { requireFit } from './segments.ts';

/** Number of segments: a number, or a buffer whose first u32 an earlier pass writes. */
export type CountArgument = number | BufferArgument;

/** Segments of one recorded call; offsets, begin and end are u32 in buffers. */
export type SegmentsArgument =
  /** count + 1 offsets: segment i is offsets[i] to offsets[i + 1]. */
  | { offsets: BufferArgument; count: CountArgument }
  /** Segment i is begin[i] to end[i]: gaps and any order are allowed. */
  | { begin: BufferArgument; end: BufferArgument; count: CountArgument }
  /**
   * `count` segments of `size` items each, from the first item on. With a count on the GPU, only segments that lie
   * entirely within the items are used. A size of 0 makes `count` empty segments.
   */
  | { size: number; count: CountArgument };

/** A call's segments, read and checked. */
export interface CallSegments {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** The number of segments. With a count on the GPU, the largest possible number. */
  readonly segments: number;
  /** Length of the segments where all have one size, otherwise 0. */
  readonly size: number;
  readonly ranges: Readonly<Record<string, BufferRange>>;
}

function readCount(argument: CountArgument, max: number) {
  if (typeof argument !== 'object' || argument === null) {
    return { segments: requireCount('segments.count', argument, max), ranges: {}, countOnGpu: false };
  }
  const countIn = firstBytes(bufferRange('segments.count', argument), 4);
  return { segments: max, ranges: { countIn: { ...countIn, size: 4 } }, countOnGpu: true };
}

/** Reads the `segments` of an encode. */
export function callSegments(device: GPUDevice, argument: SegmentsArgument, maxSegments: number): CallSegments {
  requireObject('segments', argument, '{ offsets, count }, { begin, end, count } or { size, count }');
  const form = 'size' in argument ? ['size'] : 'begin' in argument ? ['begin', 'end'] : ['offsets'];
  requireMembers('segments', argument, [...form, 'count']);
  if ('size' in argument) {
    const size = requireCount('segments.size', argument.size, MAX_ITEMS);
    const count = readCount(argument.count, maxSegments);
    if (size > 0) return { form: 'offsets', size, ...count };
    return { form: 'offsets', size, ...count, ranges: { ...count.ranges, offsets: zerosOf(device, 0) } };
  }
  const listed = 'begin' in argument;
  const arrays = Object.entries<BufferArgument>(
    listed ? { begin: argument.begin, end: argument.end } : { offsets: argument.offsets },
  ).map(([name, array]) => [name, bufferRange(`segments.${name}`, array)] as const);
  const extra = listed ? 0 : 1;
  const room = Math.min(...arrays.map(([, range]) => range.size / 4 - extra));
  // The host does not know a count on the GPU. So it bounds the count by the length of the arrays.
  const onGpu = typeof argument.count === 'object';
  const count = readCount(argument.count, onGpu ? Math.max(0, Math.min(maxSegments, room)) : maxSegments);
  const ranges: Record<string, BufferRange> = { ...count.ranges };
  for (const [name, range] of arrays) {
    ranges[listed ? `${name}s` : name] = firstBytes(range, 4 * (count.segments + extra), 4 * (maxSegments + extra));
  }
  return { ...count, form: listed ? 'ranges' : 'offsets', size: 0, ranges };
}
