// What a register of the small sort holds, keys alone: the sort key. Equal sort keys have equal bits (the map is a
// bijection here), so the order of ties is unseen, and the largest key may pad: a pad that changes places with a real
// one changes nothing.

alias Item = Key;
const PAD = MOST_KEY;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}

fn loadItem(begin: u32, length: u32, place: u32) -> Item {
  // An unconditional load and a select are faster than a branch. What a pad finds is dropped: in place, it may be changing.
  let bits = inputKey(begin + min(place, max(length, 1u) - 1u));
  return select(PAD, sortKey(bits), place < length);
}
