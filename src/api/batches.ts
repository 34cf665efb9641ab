/** Calls on arrays of more than a batch. Loaded where there is one. */
import type { OnProgress } from './options.ts';
import { type BatchLimits, type CheckedSegments, idsByBegin, segmentBounds } from './segments.ts';

/** Whole segments that are sorted or reduced in one call: their bounds count from the batch's first item. */
export interface Batch {
  readonly firstItem: number;
  readonly itemCount: number;
  /** Which segments of the call they are; undefined for all of them in order. */
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
  /** Items of all of them. */
  readonly items: number;
}

/** Told of so many items more that are done. */
export type Report = (items: number) => void;

/**
 * The work of a host call, batch after batch, then segment after segment of those longer than one, which report
 * themselves.
 */
export async function inBatches(
  { batches, long, items }: BatchPlan,
  onProgress: OnProgress | undefined,
  doBatch: (batch: Batch) => Promise<void>,
  doLong: (segment: LongSegment, report: Report) => Promise<void>,
): Promise<void> {
  let done = 0;
  const report = (more: number) => {
    done += more;
    onProgress?.({ done, total: items });
  };
  for (const batch of batches) {
    await doBatch(batch);
    report(batch.itemCount);
  }
  for (const segment of long) await doLong(segment, report);
}

interface Open {
  first: number;
  end: number;
  readonly ids: number[];
  readonly begins: number[];
  readonly ends: number[];
}

function closed({ first, end, ids, begins, ends }: Open): Batch {
  const begin = Uint32Array.from(begins, (item) => item - first);
  const longest = begins.reduce((max, item, i) => Math.max(max, (ends[i] as number) - item), 0);
  const ranges = { begin, end: Uint32Array.from(ends, (item) => item - first) };
  const segments = { count: ids.length, longest, coversAll: false, ranges };
  return { firstItem: first, itemCount: end - first, ids, segments };
}

/** Cuts a host call into batches of whole segments; empty ones go with any batch. */
export function planBatches(segments: CheckedSegments, limits: BatchLimits): BatchPlan {
  const batches: Batch[] = [];
  const long: LongSegment[] = [];
  let open: Open | undefined;
  // A batch is a window of the items; segments by begin and end may overlap.
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
      if (open) batches.push(closed(open));
      open = { first: begin, end: begin, ids: [], begins: [], ends: [] };
    }
    const at = empty ? open.first : end;
    open.ids.push(id);
    open.begins.push(empty ? at : begin);
    open.ends.push(at);
    open.end = Math.max(open.end, at);
  }
  if (open) batches.push(closed(open));
  const counts = [...batches.map((batch) => batch.itemCount), ...long.map(({ length }) => length)];
  const items = counts.reduce((all, count) => all + count, 0);
  return { batches, long, items };
}
