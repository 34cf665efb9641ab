// What the last merge leaves: the keys' own bits.

fn left(item: Item) -> Key {
  return keyBits(item);
}
