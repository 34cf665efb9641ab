// Loads and stores items of a medium segment in the radix sort: keys without values.
//
// import tileKeys from sort/radix/rank_tile.gpu
// given inputKey, Key

var<storage, read_write> keysOut: array<Key>;

fn loadSegmentItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
}
