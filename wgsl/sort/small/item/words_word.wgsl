// Words of a tagged item: a key of one word, its place.
//
// given Key

alias Item = vec2u;

fn makeItem(key: Key, place: u32, value: u32) -> Item {
  return vec2u(key, place);
}

fn keyOf(item: Item) -> Key {
  return item.x;
}

fn placeOf(item: Item) -> u32 {
  return item.y;
}
