// The segments of a scan: where a segment begins in the order in which merge tiles count items, and where its first
// item is. By begin and end, segments are counted as if they lay back to back in the order of their list. A scan of
// their lengths gives their starts in that order, so merge tiles cut them as they cut offsets.

// ---- choice base: contiguous
// By offsets, or of one size: a segment's start is also its first item (partition/segments.wgsl has segmentAt).
//
// import Segment from plan/state

/** Whether there is nothing between one segment and the next. */
const CONTIGUOUS = true;

fn baseOf(id: u32, segment: Segment) -> u32 {
  return segment.begin;
}

// ---- choice base: listed
// By begin and end. segmentAt gives a segment's start and length in the order of the list, baseOf its first item.
// Segments must not overlap. If they do, the last ones are cut off where all together have as many items as the call.
//
// import Segment from plan/state
// given ITEM_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;
var<storage, read_write> ends: array<u32>;
var<storage, read_write> starts: array<u32>;

const CONTIGUOUS = false;

fn segmentAt(id: u32) -> Segment {
  let items = state[ITEM_COUNT];
  let end = min(ends[id], items);
  let start = min(starts[id], items);
  return Segment(start, min(end - min(begins[id], end), items - start));
}

fn baseOf(id: u32, segment: Segment) -> u32 {
  return min(begins[id], min(ends[id], state[ITEM_COUNT]));
}

// ---- choice base: overlapping
// By begin and end, as `listed`, for segments that may overlap. Those past 2^32 items together are cut off.
//
// import Segment from plan/state
// given ITEM_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;
var<storage, read_write> ends: array<u32>;
var<storage, read_write> starts: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(ends[id], state[ITEM_COUNT]);
  let start = starts[id];
  return Segment(start, min(end - min(begins[id], end), ~start));
}

fn baseOf(id: u32, segment: Segment) -> u32 {
  return min(begins[id], min(ends[id], state[ITEM_COUNT]));
}

// ---- choice values: starts
// The scan that finds the starts (scan/reduce.wgsl): it reads lengths.
//
//   begins, ends   read, clamped as in partition/segments.wgsl
//   starts         written: the sum of the lengths of earlier segments
//
// given ITEM_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;
var<storage, read_write> ends: array<u32>;
var<storage, read_write> starts: array<u32>;

fn scanned(i: u32) -> u32 {
  let end = min(ends[i], state[ITEM_COUNT]);
  return end - min(begins[i], end);
}

fn setScanned(i: u32, value: u32) {
  starts[i] = value;
}

// ---- choice combine: addSaturated
// How that scan combines lengths: by their sum, at most the largest u32. Lengths of segments that overlap may have
// larger sums.

fn scanIdentity() -> u32 {
  return 0u;
}

fn scanCombine(a: u32, b: u32) -> u32 {
  return a + min(b, ~a);
}
