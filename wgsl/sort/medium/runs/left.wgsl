// What a pass leaves: sort keys for the next merge, the keys' own bits at the end. A number, not a piece of its own: a
// second kernel would take as long to compile as the first.

fn left(item: Item) -> Key {
  return select(item, keyBits(item), leaveBits == 1u);
}
