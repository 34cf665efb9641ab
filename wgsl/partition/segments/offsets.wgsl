// Segments as one array of segmentCount + 1 offsets: segment i is offsets[i] … offsets[i + 1].
// The host can't see offsets that lie on the GPU: ends are clamped to the item count, and end < begin is empty.
//
// uses  Segment (plan/state)
// given ITEM_COUNT

var<storage, read_write> offsets: array<u32>;
var<storage, read_write> state: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}
