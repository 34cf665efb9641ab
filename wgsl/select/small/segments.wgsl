// The segments that a small kernel takes: slot after slot.

// ---- choice taken: direct
// All segments of the call: there is no partition.
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

// ---- choice taken: listed
// The segments of the bins BIN to LAST_BIN, whose lists follow one another.
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

// ---- choice taken: appended
// The same, where kernels append to lists, so that these do not follow one another.
//
// import Segment, binCount, listedId, listedSegment from plan/state
// given BIN, LAST_BIN

struct Taken {
  live: bool,
  id: u32,
  segment: Segment,
}

fn takenAt(slot: u32) -> Taken {
  var bin = BIN;
  var entry = slot;
  var count = binCount(BIN);
  while (bin < LAST_BIN && entry >= count) {
    entry -= count;
    bin++;
    count = binCount(bin);
  }
  let live = entry < count;
  entry = select(0u, entry, live);
  return Taken(live, listedId(bin, entry), listedSegment(bin, entry));
}
