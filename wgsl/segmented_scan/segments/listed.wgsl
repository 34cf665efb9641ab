// Segments by begin and end, with a start in the order of their list (starts.wgsl). segmentAt gives a segment's start
// and length there, baseOf its first item. Segments must not overlap. If they do, the last ones are cut off
// where all together have as many items as the call.
//
// import Segment from plan/state
// given ITEM_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;
var<storage, read_write> ends: array<u32>;
var<storage, read_write> starts: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let items = state[ITEM_COUNT];
  let end = min(ends[id], items);
  let start = min(starts[id], items);
  return Segment(start, min(end - min(begins[id], end), items - start));
}

fn baseOf(id: u32, segment: Segment) -> u32 {
  return min(begins[id], min(ends[id], state[ITEM_COUNT]));
}
