// Segments as one array of segmentCount + 1 offsets: segment i goes from offsets[i] to offsets[i + 1]. The host cannot
// check offsets on the GPU. So every end is clamped to the item count, and a segment with end < begin is empty.
//
// import Segment from plan/state
// given ITEM_COUNT

var<storage, read_write> offsets: array<u32>;
var<storage, read_write> state: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}
