// What a register of the small sort holds: a key. Equal keys have equal bits, so the order of ties is unseen, and the
// largest key may pad: a pad that changes places with a real 0xFFFFFFFF changes nothing.

alias Item = u32;
const PAD = 0xFFFFFFFFu;

fn lesser(a: Item, b: Item) -> Item {
  return min(a, b);
}

fn greater(a: Item, b: Item) -> Item {
  return max(a, b);
}

fn loadItem(begin: u32, length: u32, place: u32) -> Item {
  // An unconditional load and a select are faster than a branch.
  let bits = inputKey(begin + min(place, max(length, 1u) - 1u));
  return select(PAD, sortKey(bits), place < length);
}

fn storeItem(begin: u32, length: u32, place: u32, item: Item) {
  if (place < length) {
    keysOut[begin + place] = keyBits(item);
  }
}
