/**
 * Calls on arrays that need several batches. It holds the arrays of one batch at a
 * time, and no object for each segment.
 */

import { type BatchLimits, type CheckedSegments, idsByBegin, segmentBounds } from './segments.ts';

/** Whole segments that one recorded call sorts or reduces. Their bounds are relative to the batch's first item. */
export interface Batch {
  readonly firstItem: number;
  readonly itemCount: number;
  /** The id of the first segment in the whole call. The others follow it, unless `ids` names them all. */
  readonly firstId: number;
  readonly ids?: Uint32Array | undefined;
  readonly segments: CheckedSegments;
}

/** A segment longer than a batch. */
export interface LongSegment {
  readonly id: number;
  readonly begin: number;
  readonly length: number;
}

/** Receives the number of items that have been finished since the last report. */
export type Report = (items: number) => void;

/** Segments `first` to `last` - 1, in the order of their begins: those of a batch, or one that is longer. */
interface Cut {
  readonly first: number;
  last: number;
  readonly firstItem: number;
  endItem: number;
  readonly isLong: boolean;
}

/** Cuts a call into batches of whole segments. An empty segment fits any batch. */
function* cutsOf(segments: CheckedSegments, limits: BatchLimits, order: Uint32Array | undefined): Generator<Cut> {
  let open: Cut | undefined;
  for (let k = 0; k < segments.count; k++) {
    const [begin, end] = segmentBounds(segments, order ? (order[k] as number) : k);
    if (end - begin > limits.items) {
      if (open) yield open;
      open = undefined;
      yield { first: k, last: k + 1, firstItem: begin, endItem: end, isLong: true };
      continue;
    }
    const empty = begin === end;
    if (open && (k - open.first >= limits.segments || !(empty || end - open.firstItem <= limits.items))) {
      yield open;
      open = undefined;
    }
    if (!open) open = { first: k, last: k, firstItem: begin, endItem: begin, isLong: false };
    open.last = k + 1;
    if (!empty) open.endItem = Math.max(open.endItem, end);
  }
  if (open) yield open;
}

function longestOf(begin: Uint32Array, end: Uint32Array): number {
  let longest = 0;
  for (let i = 0; i < begin.length; i++) longest = Math.max(longest, (end[i] as number) - (begin[i] as number));
  return longest;
}

/** The batch of a cut. Its segments have the form of the call's. */
function batchOf({ offsets, ranges, size }: CheckedSegments, cut: Cut, order: Uint32Array | undefined): Batch {
  const { first, last, firstItem, endItem } = cut;
  const items = { firstItem, itemCount: endItem - firstItem };
  const count = last - first;
  if (offsets) {
    const own = offsets.slice(first, last + 1);
    for (let i = 0; i <= count; i++) own[i] = (own[i] as number) - firstItem;
    const longest = longestOf(own.subarray(0, count), own.subarray(1));
    return { ...items, firstId: first, segments: { count, longest, coversAll: true, offsets: own } };
  }
  if (!ranges || !order) {
    return {
      ...items,
      firstId: first,
      segments: { count, longest: size as number, coversAll: true, size: size as number },
    };
  }
  const ids = order.subarray(first, last);
  const [begin, end] = [new Uint32Array(count), new Uint32Array(count)];
  ids.forEach((id, i) => {
    const [from, to] = [ranges.begin[id] as number, ranges.end[id] as number];
    // An empty segment may begin after the batch's last item.
    begin[i] = from === to ? 0 : from - firstItem;
    end[i] = from === to ? 0 : to - firstItem;
  });
  const segments = { count, longest: longestOf(begin, end), coversAll: false, ranges: { begin, end } };
  return { ...items, firstId: 0, ids, segments };
}

/** Runs a host call: first its batches, then its segments longer than a batch. `doLong` reports its items itself. */
export async function inBatches(
  segments: CheckedSegments,
  limits: BatchLimits,
  onProgress: OnProgress | undefined,
  doBatch: (batch: Batch) => Promise<void>,
  doLong: (segment: LongSegment, report: Report) => Promise<void>,
): Promise<void> {
  // A batch covers consecutive items. Segments given by begin and end may overlap and have any order, so they are
  // ordered by their begins.
  const order = segments.ranges && idsByBegin(segments.ranges.begin);
  let total = 0;
  for (const { firstItem, endItem } of cutsOf(segments, limits, order)) total += endItem - firstItem;
  let done = 0;
  const report = (more: number) => {
    done += more;
    // A batch may have only empty segments.
    if (more > 0) onProgress?.({ done, total });
  };
  for (const cut of cutsOf(segments, limits, order)) {
    if (cut.isLong) continue;
    const batch = batchOf(segments, cut, order);
    await doBatch(batch);
    report(batch.itemCount);
  }
  for (const { first, firstItem, endItem, isLong } of cutsOf(segments, limits, order)) {
    if (!isLong) continue;
    const id = order ? (order[first] as number) : first;
    await doLong({ id, begin: firstItem, length: endItem - firstItem }, report);
  }
}

/** Receives the number of items done, after each batch and after each part of a segment longer than a batch. */
export type OnProgress = (progress: { done: number; total: number }) => void;
