/**
 * Segments that are longer than a batch. A window of such a segment is a whole subtree of the segment's tree. A call
 * scans one window. It gets the subtrees before the window, and returns the subtree that ends with the window.
 */
import {
  type BoundedOperation,
  type CallArray,
  type CheckedCall,
  type LongCall,
  submitOnce,
  withOperation,
} from '../api/array_call.ts';
import type { LongSegment } from '../api/batches.ts';
import type { Bounds } from '../api/options.ts';

import { LEAF } from '../reduce/spec.ts';
import { scanParts } from './context.ts';
import type { ReadyScan } from './operation.ts';

/** A scan of arrays. */
interface ArrayScan {
  readonly call: CheckedCall;
  readonly ready: ReadyScan;
  readonly input: CallArray;
  readonly output: CallArray;
  readonly make: (bounds: Bounds) => Promise<BoundedOperation>;
}

/** Copies entries in reverse order. */
function reversed(bytes: Uint8Array, entryBytes: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += entryBytes) {
    result.set(bytes.subarray(at, at + entryBytes), bytes.length - at - entryBytes);
  }
  return result;
}

/** The subtrees before a window, the last and shortest first. At least one, because a buffer cannot be empty. */
function carriesOf(subtrees: readonly (Uint8Array | undefined)[], window: number, entryBytes: number) {
  const before = subtrees.filter((_, level) => ((window >> level) & 1) === 1) as Uint8Array[];
  const carries = new Uint8Array(Math.max(before.length, 1) * entryBytes);
  before.forEach((subtree, k) => {
    carries.set(subtree, k * entryBytes);
  });
  return carries;
}

/** Scans a segment that is longer than a batch. */
export async function scanLong(
  { call, ready, input, output, make }: ArrayScan,
  { begin, length }: LongSegment,
  { limits, report }: LongCall,
): Promise<void> {
  const { request } = ready;
  const accumulatorBytes = 4 * scanParts(request).accumulator.words;
  const { reverse } = request;
  const inOrder = (bytes: Uint8Array, entryBytes: number) => (reverse ? reversed(bytes, entryBytes) : bytes);
  const whole = (array: CallArray) =>
    array.bytes.subarray(begin * array.entryBytes, (begin + length) * array.entryBytes);
  let window = LEAF;
  while (2 * window <= limits.items) window *= 2;
  /** Subtrees by level: that of level k has 2^k windows. */
  const subtrees: (Uint8Array | undefined)[] = [];
  const bounds = { maxItems: window, maxSegments: 1, maxSegmentSize: window };
  await withOperation(make(bounds), async (operation) => {
    for (let first = 0; first < length; first += window) {
      const index = first / window;
      const itemCount = Math.min(window, length - first);
      // The window's first item in the segment. A reverse scan begins with the segment's last window.
      const from = reverse ? length - first - itemCount : first;
      const part = (array: CallArray) =>
        whole(array).subarray(from * array.entryBytes, (from + itemCount) * array.entryBytes);
      const windowed = Uint32Array.of(first / LEAF, reverse ? length - 1 - first : first, reverse ? -1 : 1);
      const take = (found: Uint8Array) => part(output).set(inOrder(found, output.entryBytes));
      let level = 0;
      while (((index >> level) & 1) === 1) level++;
      await submitOnce(call, operation, {
        itemCount,
        segments: { count: 1, size: itemCount, longest: itemCount, coversAll: true },
        inputs: [
          { argument: 'input', bytes: inOrder(part(input), input.entryBytes) },
          { argument: 'windowed', bytes: windowed },
          { argument: 'carries', bytes: carriesOf(subtrees, index, accumulatorBytes) },
        ],
        outputs: [
          { argument: 'output', byteLength: itemCount * output.entryBytes, take },
          {
            argument: 'accumulators',
            byteLength: accumulatorBytes,
            take: (found) => {
              subtrees[level] = found.slice();
            },
          },
        ],
      });
      report(itemCount);
    }
  });
}
