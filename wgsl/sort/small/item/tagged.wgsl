// What a register of the small sort holds where a key alone won't do: a key, its place among all items, perhaps a value.
// The place makes the network stable and tells pads from real items with the largest key.
//
// From other pieces: the words of an item (words_….wgsl), whether its key is the sort key or the key's own bits
// (stored_….wgsl).

const NO_PLACE = 0xFFFFFFFFu;

fn precedes(a: Item, b: Item) -> bool {
  let keyA = comparedKey(a);
  let keyB = comparedKey(b);
  return lessKey(keyA, keyB) || (all(keyA == keyB) && placeOf(a) < placeOf(b));
}
