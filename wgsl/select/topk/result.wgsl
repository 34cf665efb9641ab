// Stores a slot of a top-k's results. `key`: the item's sort key. `index`: of the item, among all items. `begin`: the
// first item of its segment. `isItem`: the slot gets an item. Else it is marked.
//
// import UNWRITTEN from sort/convert/convert
// import keepPicked, storePicked, storeKeyOf from select/topk/rows
// given Key

fn storeTop(slot: u32, key: Key, index: u32, begin: u32, isItem: bool) {
  keepPicked(slot, select(UNWRITTEN, index, isItem));
  storePicked(slot, select(UNWRITTEN, index - begin, isItem));
  if (isItem) {
    storeKeyOf(slot, key);
  }
}
