// A register of a sorting network: its type, its order, and how it is loaded and stored. A sort key suffices if keys
// have no values and the key map is a bijection (`key`). Otherwise a register has a tagged item (`tagged`): a key, its
// index among all items, and where values are moved in place a value.

// ---- choice item: key
// A register of the small sort, keys without values: it holds the sort key. The key map is a bijection here, so equal
// sort keys have equal bits, and the order of ties has no effect. So the largest key can pad: an exchange of a pad and
// an equal real key changes nothing.
//
// given MAX_KEY, lessKey, Key

alias Item = Key;
const PAD = MAX_KEY;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}

// ---- choice item: tagged
// A tagged item. The index makes the network stable, and distinguishes pads from real items with the largest key.
//
// given lessKey

const NO_INDEX = 0xFFFFFFFFu;

fn precedes(a: Item, b: Item) -> bool {
  let keyA = comparedKey(a);
  let keyB = comparedKey(b);
  // `|` and `&`: compilers make branches of `||` and `&&`.
  return lessKey(keyA, keyB) | (all(keyA == keyB) & (itemIndexOf(a) < itemIndexOf(b)));
}

// ---- choice load: key
// Loads keys without values from the input.
//
// given inputKey, sortKey

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  // An unconditional load and a select are faster than a branch. The word that is loaded for a pad is dropped. In
  // place, another lane may be writing it.
  let bits = inputKey(begin + min(slot, max(length, 1u) - 1u));
  return select(PAD, sortKey(bits), slot < length);
}

// ---- choice load: tagged
// Loads tagged items from the input.
//
// given inputKey, MAX_KEY

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let i = begin + min(slot, max(length, 1u) - 1u);
  let item = makeItem(storedKey(inputKey(i)), i, loadValue(i, begin));
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}

// ---- choice store: key
// Stores sorted items, keys without values, to the output.
//
// given keyBits, Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = keyBits(item);
  }
}

// ---- choice store: tagged
// Stores sorted tagged items to the output. All of them passed through the network, so every load of an item comes
// before every store.
//
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = restoredKey(item);
    storeValue(begin + slot, begin, item);
  }
}

// ---- choice form: sortKey
// Tagged items hold the sort key: the key is mapped once at the load, and mapped back at the store.
//
// given sortKey, keyBits, Key

fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(item: Item) -> Key {
  return keyBits(keyOf(item));
}

// ---- choice form: bits
// Tagged items hold the key's bits, for keys that are sorted in place under a bit range or if -0 and +0 tie. The bits
// do not follow from the sort key then, and cannot be fetched after the sort. Every comparison applies the key map.
//
// given sortKey, MAX_KEY, Key

fn storedKey(bits: Key) -> Key {
  return bits;
}

fn comparedKey(item: Item) -> Key {
  return select(sortKey(keyOf(item)), MAX_KEY, itemIndexOf(item) == NO_INDEX);
}

fn restoredKey(item: Item) -> Key {
  return keyOf(item);
}

// ---- choice form: fetched
// Tagged items hold the sort key, from which the key's bits do not follow under a bit range or if -0 and +0 tie. So the
// store fetches the key by the item's index. Keys must not be sorted in place: they would be overwritten before they
// are fetched.
//
// given sortKey, inputKey, Key

fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(item: Item) -> Key {
  return inputKey(itemIndexOf(item));
}

// ---- choice value: none
// Items without a value.

fn loadValue(i: u32, begin: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, begin: u32, item: Item) {
}

// ---- choice value: gathered
// A tagged item's value is fetched by the item's index after the sort. Values must not be sorted in place: they would
// be overwritten before they are fetched.
//
// import inputValue from sort/access

var<storage, read_write> valuesOut: array<u32>;

fn loadValue(i: u32, begin: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, begin: u32, item: Item) {
  valuesOut[i] = inputValue(itemIndexOf(item), begin);
}

// ---- choice words: word
// Words: a key of one word, its index.
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
// Words: a key of two words, its index.
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
// Words: a key of one word, its index, a value.
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
// Words: a key of two words, its index, a value.
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
