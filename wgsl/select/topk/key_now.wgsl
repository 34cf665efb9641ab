// The key of a result is copied from the input.
//
// takes inputKey (select/keys/narrow | sort/access/keys_apart | sort/access/keys_in_place | sort/access/keys_index |
//       sort/access/keys_kept)
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeKeyOf(slot: u32, index: u32) {
  keysOut[slot] = inputKey(index);
}
