// Sorted runs to the range that they are merged from, or to the output.

fn storeItem(begin: u32, length: u32, place: u32, item: Item) {
  if (place < length) {
    keysTo[begin + place] = left(keyOf(item));
    leaveValue(begin + place, item);
  }
}
