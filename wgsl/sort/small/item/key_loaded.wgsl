// Loads keys without values from the input.
//
// import PAD from sort/small/item/key
// given Item, inputKey, sortKey

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  // An unconditional load and a select are faster than a branch. The word that is loaded for a pad is dropped. In
  // place, another lane may be writing it.
  let bits = inputKey(begin + min(slot, max(length, 1u) - 1u));
  return select(PAD, sortKey(bits), slot < length);
}
