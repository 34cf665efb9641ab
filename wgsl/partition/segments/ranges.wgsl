// Segments as two arrays: segment i is begins[i] … ends[i]. Gaps and any order are allowed.
// The host can't see arrays that lie on the GPU: ends are clamped to the item count, and end < begin is empty.
//
// uses  Segment (plan/state)
// given ITEM_COUNT

var<storage, read_write> ends: array<u32>;
var<storage, read_write> state: array<u32>;
var<storage, read_write> begins: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(ends[id], state[ITEM_COUNT]);
  let begin = min(begins[id], end);
  return Segment(begin, end - begin);
}
