// The words of a tagged item: a key of one word, its index.
//
// given Key

alias Item = vec2u;

fn makeItem(key: Key, index: u32, value: u32) -> Item {
  return vec2u(key, index);
}

fn keyOf(item: Item) -> Key {
  return item.x;
}

fn itemIndexOf(item: Item) -> u32 {
  return item.y;
}
