// Loads and stores items of a medium segment in the radix sort: keys with values.
//
// uses  tileKeys (sort/radix/rank_tile.gpu)
// takes inputKey (select/keys/narrow | select/keys/of_vectors | sort/access/keys_apart | sort/access/keys_in_place |
//       sort/access/keys_index | sort/access/keys_kept)  setTileValue tileValue (sort/radix/ rank_by_ballots.gpu |
//       rank_by_counters.gpu)  inputValue (sort/access/ values_apart | values_in_place | values_index |
//       values_index_in_segment | values_moved)
// given Key

var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesOut: array<u32>;

fn loadSegmentItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
  setTileValue(slot, inputValue(i, begin));
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
  valuesOut[i] = tileValue(slot);
}
