// The segments of a small kernel are all segments of the call: there is no partition. Same names as
// select/small/listed.wgsl.
//
// uses  Segment (plan/state)
// takes segmentAt (partition/segments/offsets | partition/segments/offsets_or_size | partition/segments/ranges |
//       segmented_scan/segments/listed)
// given SEGMENT_COUNT

var<storage, read_write> state: array<u32>;

struct Taken {
  live: bool,
  id: u32,
  segment: Segment,
}

fn takenAt(slot: u32) -> Taken {
  let live = slot < state[SEGMENT_COUNT];
  let id = select(0u, slot, live);
  return Taken(live, id, segmentAt(id));
}
