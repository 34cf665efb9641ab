// The words of a tagged item: a key of two words, its index.
//
// given Key

alias Item = vec3u;

fn makeItem(key: Key, index: u32, value: u32) -> Item {
  return vec3u(key, index);
}

fn keyOf(item: Item) -> Key {
  return item.xy;
}

fn itemIndexOf(item: Item) -> u32 {
  return item.z;
}
