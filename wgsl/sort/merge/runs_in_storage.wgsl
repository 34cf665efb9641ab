// The runs of a merge pass lie in storage: the pass reads `keysFrom` and writes `keysTo`.
//
//   runShift   uniform: log2 of the run length
//
// given Key

var<uniform> runShift: u32;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn runLength() -> u32 {
  return 1u << runShift;
}

fn runKey(i: u32) -> Key {
  return keysFrom[i];
}

fn putMerged(i: u32, key: Key) {
  keysTo[i] = key;
}
