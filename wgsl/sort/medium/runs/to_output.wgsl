// Sorted runs to the output, where keys are sorted in place: the output is bound already, to read from.

fn storeItem(begin: u32, length: u32, place: u32, item: Item) {
  if (place < length) {
    keysOut[begin + place] = left(keyOf(item));
    leaveValue(begin + place, item);
  }
}
