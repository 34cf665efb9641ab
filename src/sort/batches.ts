import { type BatchLimits, type CheckedSegments, segmentBounds } from '../host/segments.ts';

/** Segments that are sorted in one call: `begin` and `end` count from the batch's first item. */
export interface Batch {
  readonly firstItem: number;
  readonly itemCount: number;
  readonly segments: CheckedSegments;
}

/** A segment longer than a batch: sorted in chunks, which are merged afterwards. */
export interface ChunkedSegment {
  readonly begin: number;
  readonly end: number;
  readonly chunk: number;
}

/** The device calls of one host call. */
export interface BatchPlan {
  readonly batches: readonly Batch[];
  readonly chunked: readonly ChunkedSegment[];
}

interface Piece {
  readonly begin: number;
  readonly end: number;
}

/** Segments of two items or more, by begin; those too long for a batch in chunks. */
function sortablePieces(segments: CheckedSegments, limit: number, chunk: number, chunked: ChunkedSegment[]): Piece[] {
  const pieces: Piece[] = [];
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    if (end - begin < 2) continue;
    const step = end - begin > limit ? chunk : limit;
    if (end - begin > limit) chunked.push({ begin, end, chunk });
    for (let from = begin; from < end; from += step) pieces.push({ begin: from, end: Math.min(from + step, end) });
  }
  return pieces.sort((a, b) => a.begin - b.begin);
}

function batchOf(pieces: readonly Piece[]): Batch {
  const firstItem = pieces[0]?.begin ?? 0;
  const begin = Uint32Array.from(pieces, (piece) => piece.begin - firstItem);
  const end = Uint32Array.from(pieces, (piece) => piece.end - firstItem);
  const longest = pieces.reduce((most, piece) => Math.max(most, piece.end - piece.begin), 0);
  return {
    firstItem,
    itemCount: (pieces.at(-1)?.end ?? firstItem) - firstItem,
    segments: { count: pieces.length, longest, coversAll: false, ranges: { begin, end } },
  };
}

/** Cuts a host call into batches of whole segments, in order of their begins; longer ones into chunks of `chunk` items. */
export function planBatches(
  segments: CheckedSegments,
  itemCount: number,
  limits: BatchLimits,
  chunk: number = limits.items,
): BatchPlan {
  if (itemCount <= limits.items && segments.count <= limits.segments) {
    return { batches: [{ firstItem: 0, itemCount, segments }], chunked: [] };
  }
  const chunked: ChunkedSegment[] = [];
  const batches: Batch[] = [];
  let open: Piece[] = [];
  for (const piece of sortablePieces(segments, limits.items, chunk, chunked)) {
    const first = open[0];
    if (first && (piece.end - first.begin > limits.items || open.length === limits.segments)) {
      batches.push(batchOf(open));
      open = [];
    }
    open.push(piece);
  }
  if (open.length > 0) batches.push(batchOf(open));
  return { batches, chunked };
}
