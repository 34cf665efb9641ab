// Words of a tagged item: a key of two words, its place.
//
// given Key

alias Item = vec3u;

fn makeItem(key: Key, place: u32, value: u32) -> Item {
  return vec3u(key, place);
}

fn keyOf(item: Item) -> Key {
  return item.xy;
}

fn placeOf(item: Item) -> u32 {
  return item.z;
}
