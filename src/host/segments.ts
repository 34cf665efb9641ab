import { SegmentedError } from '../errors.ts';

/** segmentCount + 1 offsets into the items: segment i is offsets[i] to offsets[i + 1]. */
export type HostSegments = Uint32Array | readonly number[];

export interface CheckedSegments {
  readonly offsets: Uint32Array;
  readonly count: number;
  readonly longest: number;
  /** Whether the segments cover every item. */
  readonly coversAll: boolean;
}

const UINT32_END = 2 ** 32;

function requireOffset(value: number, index: number, itemCount: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= itemCount) return;
  const allowed = `whole numbers from 0 to the item count ${itemCount}`;
  const past = value >= UINT32_END ? ' (2^32 or more)' : '';
  throw new SegmentedError('offsets-out-of-range', `segments: offset ${index} is ${value}${past}; allowed: ${allowed}`);
}

/** Checks the offsets of a host call in one walk. */
export function checkSegments(segments: unknown, itemCount: number): CheckedSegments {
  if (!(segments instanceof Uint32Array || Array.isArray(segments))) {
    throw new SegmentedError(
      'unsupported-type',
      `segments: ${typeof segments} is not supported; allowed: Uint32Array or number[] of segmentCount + 1 offsets`,
    );
  }
  if (segments.length === 0) {
    throw new SegmentedError('length-mismatch', 'segments: 0 offsets; allowed: segmentCount + 1 of them, at least 1');
  }
  let longest = 0;
  let previous = 0;
  for (let i = 0; i < segments.length; i++) {
    const value = segments[i] as number;
    requireOffset(value, i, itemCount);
    if (value < previous) {
      throw new SegmentedError(
        'offsets-not-monotonic',
        `segments: offset ${i} is ${value}, less than offset ${i - 1}, which is ${previous}; allowed: offsets that never fall`,
      );
    }
    if (i > 0 && value - previous > longest) longest = value - previous;
    previous = value;
  }
  const offsets = segments instanceof Uint32Array ? segments : Uint32Array.from(segments as readonly number[]);
  return {
    offsets,
    count: offsets.length - 1,
    longest,
    coversAll: offsets[0] === 0 && previous === itemCount,
  };
}
