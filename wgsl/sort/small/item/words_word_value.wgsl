// The words of a tagged item: a key of one word, its index, a value.
//
// given inputValue, Key

var<storage, read_write> valuesOut: array<u32>;

alias Item = vec3u;

fn makeItem(key: Key, index: u32, value: u32) -> Item {
  return vec3u(key, index, value);
}

fn keyOf(item: Item) -> Key {
  return item.x;
}

fn itemIndexOf(item: Item) -> u32 {
  return item.y;
}

fn loadValue(i: u32, begin: u32) -> u32 {
  return inputValue(i, begin);
}

fn storeValue(i: u32, begin: u32, item: Item) {
  valuesOut[i] = item.z;
}
