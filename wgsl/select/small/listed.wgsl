// The segments of a small kernel are those of a bin.
//
// uses  Segment binCount (plan/state)  listedId listedSegment (plan/lists)
// given BIN

struct Taken {
  live: bool,
  id: u32,
  segment: Segment,
}

fn takenAt(slot: u32) -> Taken {
  let live = slot < binCount(BIN);
  let entry = select(0u, slot, live);
  return Taken(live, listedId(BIN, entry), listedSegment(BIN, entry));
}
