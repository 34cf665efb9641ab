// Words of a tagged item: a key of two words, its place, a value.

alias Item = vec4u;

fn makeItem(key: Key, place: u32, value: u32) -> Item {
  return vec4u(key, place, value);
}

fn keyOf(item: Item) -> Key {
  return item.xy;
}

fn placeOf(item: Item) -> u32 {
  return item.z;
}

fn loadValue(i: u32) -> u32 {
  return inputValue(i);
}

fn storeValue(i: u32, item: Item) {
  valuesOut[i] = item.w;
}
