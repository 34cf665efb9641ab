// Loads and stores items of a medium segment in the radix sort: keys without values.
//
// uses  tileKeys (sort/radix/rank_tile.gpu)
// takes inputKey (sort/access/ keys_apart | keys_in_place | keys_kept)
// given Key

var<storage, read_write> keysOut: array<Key>;

fn loadSegmentItem(i: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
}
