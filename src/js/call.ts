/** What all calls share: their segments as begins and ends, and the loop that gives the event loop its turn. */
import { type OnProgress, requireWork } from '../api/options.ts';
import type { CheckedSegments } from '../api/segments.ts';

/** Segment i has items begin[i] … end[i] − 1. */
export interface Spans {
  readonly count: number;
  readonly longest: number;
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
}

export function spansOf({ count, longest, offsets, ranges, size = 0 }: CheckedSegments): Spans {
  if (ranges) return { count, longest, ...ranges };
  const all = offsets ?? Uint32Array.from({ length: count + 1 }, (_, i) => i * size);
  return { count, longest, begin: all, end: all.subarray(1) };
}

/** The options that every call has. */
export interface Work {
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Items, and segments, that are processed before the time is looked at. */
const CHUNK = 2 ** 15;
/** After this time the event loop has its turn. */
const MILLISECONDS = 25;

/** Resolves when the event loop has had its turn. A timer would take milliseconds in browsers. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/**
 * Gives `work` all segments, in ranges of indices. Between ranges it reports, and throws 'aborted' if the signal is
 * aborted. Like the calls on a GPU, it does nothing if no segment has `minLength` items.
 */
export async function inChunks(
  { count, longest, begin, end }: Spans,
  itemCount: number,
  { onProgress, signal }: Work,
  minLength: number,
  work: (first: number, last: number) => void,
): Promise<void> {
  requireWork({ onProgress, signal });
  if (count === 0 || longest < minLength) return;
  let since = performance.now();
  let done = 0;
  for (let first = 0; first < count; ) {
    let last = first;
    let items = 0;
    for (; last < count && items + (last - first) < CHUNK; last++) items += end[last]! - begin[last]!;
    work(first, last);
    first = last;
    done += items;
    if (first === count || performance.now() - since < MILLISECONDS) continue;
    onProgress?.({ done: Math.min(done, itemCount), total: itemCount });
    await turn();
    requireWork({ onProgress, signal });
    since = performance.now();
  }
  onProgress?.({ done: itemCount, total: itemCount });
}

/** Items in the order of `rows`, of 1, 2, 4, 8, 12 or 16 bytes. */
export function gathered(
  bytes: Uint8Array<ArrayBuffer>,
  itemBytes: number,
  rows: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(rows.length * itemBytes);
  const Words = itemBytes >= 4 ? Uint32Array : itemBytes === 2 ? Uint16Array : Uint8Array;
  const words = itemBytes >= 4 ? itemBytes / 4 : 1;
  const from = new Words(bytes.buffer, bytes.byteOffset, bytes.byteLength / Words.BYTES_PER_ELEMENT);
  const to = new Words(result.buffer);
  if (words === 1) for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]!]!;
  else gatherWide(from, to, rows, words);
  return result;
}

type Words = Uint8Array | Uint16Array | Uint32Array;

function gatherWide(from: Words, to: Words, rows: Uint32Array, words: number): void {
  for (let i = 0, next = 0; i < rows.length; i++) {
    const first = rows[i]! * words;
    for (let k = first; k < first + words; k++) to[next++] = from[k]!;
  }
}

/** The numbers 0 … length − 1. */
export function iota(length: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = i;
  return numbers;
}
