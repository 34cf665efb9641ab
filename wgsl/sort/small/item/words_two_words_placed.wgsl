// Words of a tagged item: a key of two words, its place, by which the value is fetched once the items are in order. Only where
// values are not sorted in place: there they would be overwritten before they are fetched.

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

fn loadValue(i: u32) -> u32 {
  return 0u;
}

fn storeValue(begin: u32, place: u32, item: Item) {
  valuesOut[begin + place] = inputValue(begin + placeOf(item));
}
