// The key of a result is written. It is made from the sort key, which has all bits of it.
//
// given keyBits, Key

var<storage, read_write> keysOut: array<Key>;

fn storeKeyOf(slot: u32, key: Key) {
  keysOut[slot] = keyBits(key);
}
