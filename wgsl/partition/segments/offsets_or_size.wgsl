// Segments as one array of segmentCount + 1 offsets, or, where the state says so, of one size, with no offsets at all.
// The host can't see offsets that lie on the GPU: ends are clamped to the item count, and end < begin is empty.
//
// uses  Segment (plan/state)
// given SEGMENT_SIZE  ITEM_COUNT

var<storage, read_write> state: array<u32>;
var<storage, read_write> offsets: array<u32>;

fn segmentAt(id: u32) -> Segment {
  let size = state[SEGMENT_SIZE];
  if (size != 0u) {
    return Segment(id * size, size);
  }
  let end = min(offsets[id + 1u], state[ITEM_COUNT]);
  let begin = min(offsets[id], end);
  return Segment(begin, end - begin);
}
