// Sorted items, keys alone, to the output.

fn storeItem(begin: u32, length: u32, place: u32, item: Item, i: u32) {
  if (place < length) {
    keysOut[begin + place] = keyBits(item);
  }
}
