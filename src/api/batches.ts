/** Calls on arrays that need several batches. Only such calls load this file. */
import type { OnProgress } from './options.ts';
import { type BatchLimits, type CheckedSegments, idsByBegin, segmentBounds } from './segments.ts';

/** Whole segments that one recorded call sorts or reduces. Their bounds are relative to the batch's first item. */
export interface Batch {
  readonly firstItem: number;
  readonly itemCount: number;
  /** Ids of the segments in the whole call; undefined for all segments in order. */
  readonly ids: readonly number[] | undefined;
  readonly segments: CheckedSegments;
}

/** A segment longer than a batch. */
export interface LongSegment {
  readonly id: number;
  readonly begin: number;
  readonly length: number;
}

export interface BatchPlan {
  readonly batches: readonly Batch[];
  readonly long: readonly LongSegment[];
  /** Number of items in all batches and long segments. */
  readonly items: number;
}

/** Receives the number of items that have been finished since the last report. */
export type Report = (items: number) => void;

/** Runs a host call: first its batches, then its segments longer than a batch. `doLong` reports its items itself. */
export async function inBatches(
  { batches, long, items }: BatchPlan,
  onProgress: OnProgress | undefined,
  doBatch: (batch: Batch) => Promise<void>,
  doLong: (segment: LongSegment, report: Report) => Promise<void>,
): Promise<void> {
  let done = 0;
  const report = (more: number) => {
    done += more;
    // A batch may have only empty segments.
    if (more > 0) onProgress?.({ done, total: items });
  };
  for (const batch of batches) {
    await doBatch(batch);
    report(batch.itemCount);
  }
  for (const segment of long) await doLong(segment, report);
}

interface OpenBatch {
  first: number;
  end: number;
  readonly ids: number[];
  readonly begins: number[];
  readonly ends: number[];
}

function closedBatch({ first, end, ids, begins, ends }: OpenBatch): Batch {
  const begin = Uint32Array.from(begins, (item) => item - first);
  const longest = begins.reduce((max, item, i) => Math.max(max, (ends[i] as number) - item), 0);
  const ranges = { begin, end: Uint32Array.from(ends, (item) => item - first) };
  const segments = { count: ids.length, longest, coversAll: false, ranges };
  return { firstItem: first, itemCount: end - first, ids, segments };
}

/** Cuts a host call into batches of whole segments. An empty segment fits any batch. */
export function planBatches(segments: CheckedSegments, limits: BatchLimits): BatchPlan {
  const batches: Batch[] = [];
  const long: LongSegment[] = [];
  let open: OpenBatch | undefined;
  // A batch covers consecutive items. Segments given by begin and end may overlap and have any order, so they are
  // ordered by their begins.
  const order = segments.ranges && idsByBegin(segments.ranges.begin);
  for (let k = 0; k < segments.count; k++) {
    const id = order?.[k] ?? k;
    const [begin, end] = segmentBounds(segments, id);
    if (end - begin > limits.items) {
      long.push({ id, begin, length: end - begin });
      continue;
    }
    const empty = begin === end;
    const fits = open && open.ids.length < limits.segments && (empty || end - open.first <= limits.items);
    if (!open || !fits) {
      if (open) batches.push(closedBatch(open));
      open = { first: begin, end: begin, ids: [], begins: [], ends: [] };
    }
    const at = empty ? open.first : end;
    open.ids.push(id);
    open.begins.push(empty ? at : begin);
    open.ends.push(at);
    open.end = Math.max(open.end, at);
  }
  if (open) batches.push(closedBatch(open));
  const counts = [...batches.map((batch) => batch.itemCount), ...long.map(({ length }) => length)];
  const items = counts.reduce((all, count) => all + count, 0);
  return { batches, long, items };
}
