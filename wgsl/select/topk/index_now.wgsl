// The index of a result is written. 0xFFFFFFFF stands for no result.
//
//   indicesOut   written: indices from the segment's start

var<storage, read_write> indicesOut: array<u32>;

fn storePicked(slot: u32, index: u32) {
  indicesOut[slot] = index;
}
