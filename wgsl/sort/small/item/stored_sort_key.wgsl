// Tagged items hold the sort key: the key is mapped once at the load, and mapped back at the store.
//
// given sortKey, Item, keyOf, keyBits, Key

fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(item: Item) -> Key {
  return keyBits(keyOf(item));
}
