// The state of one recorded call: `state`, an array of words in scratch memory. src/plan/state.ts names the words.
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
