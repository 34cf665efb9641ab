// Stores a result of a top-k. `index`: of the item, among all items. `begin`: the first item of its segment.
//
// takes keepPicked (select/topk/ picked_none | picked_now)  storePicked (select/topk/ index_none | index_now)
//       storeKeyOf (select/topk/ key_none | key_now)

fn storeTop(slot: u32, index: u32, begin: u32) {
  keepPicked(slot, index);
  storePicked(slot, index - begin);
  storeKeyOf(slot, index);
}
