// Stores the items of a sorted run, keys without values.
//
//   keysOut   written: the output for a final pass, else what the first merge reads
//
// import storedForm from sort/medium/runs/store_pass
// given Item, Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = storedForm(item);
  }
}
