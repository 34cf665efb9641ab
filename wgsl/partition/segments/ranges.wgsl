// Segments as two arrays: segment i goes from begins[i] to ends[i]. Gaps and any order are allowed. The host cannot
// check arrays on the GPU. So every end is clamped to the item count, and a segment with end < begin is empty.
//
// import Segment from plan/state
// given ITEM_COUNT

var<storage, read_write> ends: array<u32>;
var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(ends[id], state[ITEM_COUNT]);
  let begin = min(begins[id], end);
  return Segment(begin, end - begin);
}
