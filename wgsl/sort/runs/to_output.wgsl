// Sorted runs, as sort keys, to where the sorted keys will be.

fn storeItem(begin: u32, length: u32, place: u32, item: Item) {
  if (place < length) {
    keysOut[begin + place] = item;
  }
}
