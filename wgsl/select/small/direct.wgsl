// The segments of a small kernel are all segments of the call: there is no partition. Same names as
// select/small/listed.wgsl.
//
// import Segment from plan/state
// given segmentAt, SEGMENT_COUNT

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
