// Loads and stores items of a medium segment in the radix sort: keys without values.
//
// uses  tileKeys (sort/radix/rank_tile.gpu)
// takes inputKey (select/keys/narrow | select/keys/of_vectors | sort/access/keys_apart | sort/access/keys_in_place |
//       sort/access/keys_index | sort/access/keys_kept)
// given Key

var<storage, read_write> keysOut: array<Key>;

fn loadSegmentItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
}
