// What a register of the small sort holds where a key alone won't do: a key, its place in the segment, perhaps a value.
// The place makes the network stable and tells pads from real items with the largest key. All of it travels through the
// network, so that every load comes before every store and a segment can be sorted in place.
//
// From other pieces: the words of an item (words_….wgsl), whether its key is the sort key or the key's own bits
// (stored_….wgsl).

const NO_PLACE = 0xFFFFFFFFu;

fn precedes(a: Item, b: Item) -> bool {
  let keyA = comparedKey(a);
  let keyB = comparedKey(b);
  return lessKey(keyA, keyB) || (all(keyA == keyB) && placeOf(a) < placeOf(b));
}

fn loadItem(begin: u32, length: u32, place: u32) -> Item {
  let i = begin + min(place, max(length, 1u) - 1u);
  return select(makeItem(MOST_KEY, NO_PLACE, 0u), makeItem(storedKey(inputKey(i)), place, loadValue(i)), place < length);
}

fn storeItem(begin: u32, length: u32, place: u32, item: Item) {
  if (place < length) {
    keysOut[begin + place] = restoredKey(keyOf(item));
    storeValue(begin, place, item);
  }
}
