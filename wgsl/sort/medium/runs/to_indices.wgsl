// Stores the items of a sorted run, keys with values, as indices.
//
// import storeIndex from sort/medium/runs/indices
// given Item, INDICES_PER_WORD

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  storeIndex(begin, length, slot, item, i, INDICES_PER_WORD);
}
