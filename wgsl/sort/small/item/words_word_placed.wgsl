// Words of a tagged item: a key of one word, its place, by which the value is fetched once the items are in order. Only where
// values are not sorted in place: there they would be overwritten before they are fetched.

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

fn loadValue(i: u32) -> u32 {
  return 0u;
}

fn storeValue(begin: u32, place: u32, item: Item) {
  valuesOut[begin + place] = inputValue(begin + placeOf(item));
}
