/** Segments that share items, such as windows. Kernels want each item in one segment, so their items are gathered. */
import type { CheckedCall } from '../api/array_call.ts';
import { idsByBegin, requireCover, segmentBounds } from '../api/segments.ts';
import { requireHostRoom } from '../checks.ts';

function overlap({ begin, end }: { readonly begin: Uint32Array; readonly end: Uint32Array }): boolean {
  const order = idsByBegin(begin);
  let last = 0;
  for (const i of order) {
    if (begin[i] === end[i]) continue;
    if (begin[i]! < last) return true;
    last = end[i]!;
  }
  return false;
}

/** The call with a row for each item of each segment, where segments share items. */
export function windowed(call: CheckedCall): CheckedCall {
  const { ranges, count, longest } = call.segments;
  if (!ranges || !overlap(ranges)) return call;
  requireCover(call.cover, call.segments, call.itemCount);
  const offsets = new Uint32Array(count + 1);
  let items = 0;
  for (let i = 0; i < count; i++) {
    const [begin, end] = segmentBounds(call.segments, i);
    items += end - begin;
    offsets[i + 1] = items;
  }
  requireHostRoom('segments', items, 12, 'items, gathered since segments share some,');
  const rows = new Uint32Array(items);
  for (let i = 0; i < count; i++) {
    const [begin, end] = segmentBounds(call.segments, i);
    const by = begin - offsets[i]!;
    for (let at = offsets[i]!; at < end - by; at++) rows[at] = at + by;
  }
  return { ...call, itemCount: items, segments: { count, longest, coversAll: true, offsets, rows } };
}
