/** Segments longer than a batch. */
import type { LongCall } from '../api/array_call.ts';
import type { LongSegment } from '../api/batches.ts';

/**
 * Sorts a segment longer than a batch: chunks of half a batch, neighbours sorted together, odd and even pairs in turn,
 * as many rounds as there are chunks; each counts as one of them done. Every step is a stable sort of a range, so ties
 * never change places.
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
      await runBatch({ firstItem: begin + first, itemCount: size, ids: [id], segments });
    }
    report(Math.min(chunk, length - round * chunk));
  }
}
