// Tagged items hold the key's bits, for keys that are sorted in place under a bit range or if -0 and +0 tie. The bits
// do not follow from the sort key then, and cannot be fetched after the sort. Every comparison applies the key map.
//
// import NO_INDEX from sort/small/item/tagged
// given Item, sortKey, keyOf, MAX_KEY, itemIndexOf, Key

fn storedKey(bits: Key) -> Key {
  return bits;
}

fn comparedKey(item: Item) -> Key {
  return select(sortKey(keyOf(item)), MAX_KEY, itemIndexOf(item) == NO_INDEX);
}

fn restoredKey(item: Item) -> Key {
  return keyOf(item);
}
