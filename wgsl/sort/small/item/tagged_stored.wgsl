// Sorted tagged items to the output. All of them travelled through the network, so that every load comes before every store
// and a segment can be sorted in place.

fn storeItem(begin: u32, length: u32, place: u32, item: Item, i: u32) {
  if (place < length) {
    keysOut[begin + place] = restoredKey(keyOf(item));
    storeValue(begin + place, item);
  }
}
