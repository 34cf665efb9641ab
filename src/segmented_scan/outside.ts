/** Results of items outside every segment: the items, in the results' type. */
import type { CheckedCall } from '../api/array_call.ts';
import type { HostItems } from '../api/arrays.ts';
import { type CheckedSegments, idsByBegin } from '../api/segments.ts';
import { scanParts } from './context.ts';
import type { ReadyScan } from './operation.ts';
import { keepsItems } from './results_form.ts';

/** Scans items. */
type ScanItems = (
  call: CheckedCall,
  ready: ReadyScan,
  items: Pick<HostItems, 'bytes' | 'itemBytes' | 'length'>,
) => Promise<Uint8Array<ArrayBuffer>>;

/** The ranges of items in no segment, in ascending order: begin and end of each. There may be one for each segment. */
function gapsOf({ count, offsets, ranges, size = 0 }: CheckedSegments, itemCount: number): Uint32Array {
  const gaps = new Uint32Array(2 * ((ranges ? count : 1) + 1));
  let found = 0;
  let done = 0;
  const pass = (begin: number, end: number) => {
    if (begin > done) {
      gaps[found++] = done;
      gaps[found++] = begin;
    }
    done = Math.max(done, end);
  };
  if (offsets) pass(offsets[0] as number, offsets[count] as number);
  else if (ranges) {
    for (const id of idsByBegin(ranges.begin)) {
      const [begin, end] = [ranges.begin[id] as number, ranges.end[id] as number];
      if (begin < end) pass(begin, end);
    }
  } else pass(0, count * size);
  pass(itemCount, itemCount);
  return gaps.subarray(0, found);
}

/** Copies bytes. Most gaps are short, and a view of each would cost more than its bytes. */
function copyBytes(from: Uint8Array, first: number, end: number, to: Uint8Array, at: number): void {
  if (end - first > 64) to.set(from.subarray(first, end), at);
  else for (let i = first; i < end; i++) to[at + i - first] = from[i] as number;
}

/** One array of the entries in the gaps of an array. */
function gathered(bytes: Uint8Array, entryBytes: number, gaps: Uint32Array): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (let i = 0; i < gaps.length; i += 2) length += (gaps[i + 1] as number) - (gaps[i] as number);
  const all = new Uint8Array(length * entryBytes);
  let at = 0;
  for (let i = 0; i < gaps.length; i += 2) {
    const [first, end] = [(gaps[i] as number) * entryBytes, (gaps[i + 1] as number) * entryBytes];
    copyBytes(bytes, first, end, all, at);
    at += end - first;
  }
  return all;
}

/** Items in the results' type. The operator's `load` makes each of them, by a scan of segments of one item. */
function inResultType(
  call: CheckedCall,
  ready: ReadyScan,
  { bytes, itemBytes }: Pick<HostItems, 'bytes' | 'itemBytes'>,
  scan: ScanItems,
) {
  const length = bytes.length / itemBytes;
  const { reduce } = ready.request;
  const plain = { reduce: { ...reduce, initial: [undefined] }, exclusive: false, reverse: false };
  const segments = { count: length, size: 1, longest: 1, coversAll: true };
  const single = { ...call, itemCount: length, segments, onProgress: undefined };
  return scan(single, { ...ready, request: plain }, { bytes, itemBytes, length });
}

/** Writes the results of all items outside every segment. */
export async function fillOutside(
  call: CheckedCall,
  ready: ReadyScan,
  { bytes, itemBytes, length, type }: HostItems,
  found: Uint8Array<ArrayBuffer>,
  scan: ScanItems,
): Promise<void> {
  const gaps = gapsOf(call.segments, length);
  if (gaps.length === 0) return;
  const { resultBytes } = scanParts(ready.request);
  const items = gathered(bytes, itemBytes, gaps);
  const results = keepsItems(ready.request, type)
    ? items
    : await inResultType(call, ready, { bytes: items, itemBytes }, scan);
  let at = 0;
  for (let i = 0; i < gaps.length; i += 2) {
    const [begin, end] = [gaps[i] as number, gaps[i + 1] as number];
    const size = (end - begin) * resultBytes;
    copyBytes(results, at, at + size, found, begin * resultBytes);
    at += size;
  }
}
