// Stores sorted tagged items to the output. All of them passed through the network, so every load of an item comes
// before every store.
//
// given Item, restoredKey, storeValue, Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = restoredKey(item);
    storeValue(begin + slot, begin, item);
  }
}
