// Stores a slot of a top-k's results. `key`: the item's sort key. `index`: of the item, among all items. `begin`: the
// first item of its segment. `isItem`: the slot gets an item. Else it is marked.
//
// uses  UNWRITTEN (sort/convert/unwritten)
// takes keepPicked (select/topk/ picked_none | picked_now)  storePicked (select/topk/ index_none | index_now)
//       storeKeyOf (select/topk/ key_none | key_now)
// given Key

fn storeTop(slot: u32, key: Key, index: u32, begin: u32, isItem: bool) {
  keepPicked(slot, select(UNWRITTEN, index, isItem));
  storePicked(slot, select(UNWRITTEN, index - begin, isItem));
  if (isItem) {
    storeKeyOf(slot, key);
  }
}
