// Sorted runs, as sort keys, to scratch memory.

fn storeItem(begin: u32, length: u32, place: u32, item: Item) {
  if (place < length) {
    keysTo[begin + place] = item;
  }
}
