// The words of a tagged item: a key, its index among all items, and where values are moved in place a value.

// ---- choice words: word
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

// ---- choice words: twoWords
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

// ---- choice words: wordAndValue
// The words of a tagged item: a key of one word, its index, a value.
//
// import inputValue from sort/access
// given Key

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

// ---- choice words: twoWordsAndValue
// The words of a tagged item: a key of two words, its index, a value.
//
// import inputValue from sort/access
// given Key

var<storage, read_write> valuesOut: array<u32>;

alias Item = vec4u;

fn makeItem(key: Key, index: u32, value: u32) -> Item {
  return vec4u(key, index, value);
}

fn keyOf(item: Item) -> Key {
  return item.xy;
}

fn itemIndexOf(item: Item) -> u32 {
  return item.z;
}

fn loadValue(i: u32, begin: u32) -> u32 {
  return inputValue(i, begin);
}

fn storeValue(i: u32, begin: u32, item: Item) {
  valuesOut[i] = item.w;
}
