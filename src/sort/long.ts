/** Segments that are longer than a batch. */
import type { LongCall } from '../api/array_call.ts';
import type { LongSegment } from '../api/batches.ts';

/**
 * Sorts a segment longer than a batch by odd-even transposition of chunks of half a batch. A round sorts pairs of
 * neighbouring chunks together. Even and odd pairs alternate. There are as many rounds as chunks, and a round reports
 * the items of one chunk as done. Every step is a stable sort of a range, so ties keep their order.
 */
export async function sortLong(
  { id, begin, length }: LongSegment,
  { limits, report, runBatch }: LongCall,
): Promise<void> {
  const chunk = Math.floor(limits.items / 2);
  for (let round = 0; round * chunk < length; round++) {
    for (let first = (round % 2) * chunk; first + chunk < length; first += 2 * chunk) {
      const size = Math.min(2 * chunk, length - first);
      const segments = { count: 1, longest: size, coversAll: true, size };
      await runBatch({ firstItem: begin + first, itemCount: size, firstId: id, segments });
    }
    report(Math.min(chunk, length - round * chunk));
  }
}
