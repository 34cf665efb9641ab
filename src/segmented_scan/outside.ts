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

type Range = readonly [begin: number, end: number];

/** The ranges of items in no segment, in ascending order. */
function gapsOf({ count, offsets, ranges, size = 0 }: CheckedSegments, itemCount: number): Range[] {
  const gaps: Range[] = [];
  let done = 0;
  const pass = (begin: number, end: number) => {
    if (begin > done) gaps.push([done, begin]);
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
  return gaps;
}

/** One array of the entries in some ranges of an array. */
function gathered(bytes: Uint8Array, entryBytes: number, ranges: readonly Range[]): Uint8Array<ArrayBuffer> {
  const length = ranges.reduce((sum, [begin, end]) => sum + end - begin, 0);
  const all = new Uint8Array(length * entryBytes);
  let at = 0;
  for (const [begin, end] of ranges) {
    all.set(bytes.subarray(begin * entryBytes, end * entryBytes), at);
    at += (end - begin) * entryBytes;
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
  for (const [begin, end] of gaps) {
    const size = (end - begin) * resultBytes;
    found.set(results.subarray(at, at + size), begin * resultBytes);
    at += size;
  }
}
