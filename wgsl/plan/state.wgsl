// The state of one recorded call: an array of words, `state`, in scratch memory. Its words are named in
// src/plan/state.ts.
//
// given BIN_COUNTS

var<storage, read_write> state: array<u32>;

struct Segment {
  begin: u32,
  length: u32,
}

fn binCount(bin: u32) -> u32 {
  return state[BIN_COUNTS + bin];
}
