// The numbers of a call: items, segments, and the length of segments of one size, otherwise 0.

// ---- choice numbers: state
// Setup has written them (partition/setup.wgsl).
//
// given ITEM_COUNT, SEGMENT_COUNT, SEGMENT_SIZE

var<storage, read_write> state: array<u32>;

fn itemsOfCall() -> u32 {
  return state[ITEM_COUNT];
}

fn segmentsOfCall() -> u32 {
  return state[SEGMENT_COUNT];
}

fn sizeOfCall() -> u32 {
  return state[SEGMENT_SIZE];
}

// ---- choice numbers: call
// Plans without a setup take them from the call (partition/setup.wgsl says what its numbers are).
//
// given Call, countOfCall

var<immediate> call: Call;

fn itemsOfCall() -> u32 {
  return call.items;
}

fn segmentsOfCall() -> u32 {
  var segments = countOfCall(call.segments);
  if (call.size != 0u) {
    segments = min(segments, call.items / call.size);
  }
  return segments;
}

fn sizeOfCall() -> u32 {
  return call.size;
}
