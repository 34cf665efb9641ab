// The segments of a small kernel are those of the bins BIN to LAST_BIN, whose lists follow one another.
//
// import Segment, binCount, listedId, listedSegment from plan/state
// given BIN, LAST_BIN

struct Taken {
  live: bool,
  id: u32,
  segment: Segment,
}

fn takenAt(slot: u32) -> Taken {
  var count = 0u;
  for (var bin = BIN; bin <= LAST_BIN; bin++) {
    count += binCount(bin);
  }
  let live = slot < count;
  let entry = select(0u, slot, live);
  return Taken(live, listedId(BIN, entry), listedSegment(BIN, entry));
}
