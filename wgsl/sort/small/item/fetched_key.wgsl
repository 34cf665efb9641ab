// Tagged items hold the sort key, from which the key's bits do not follow under a bit range or if -0 and +0 tie. So the
// store fetches the key by the item's index. Keys must not be sorted in place: they would be overwritten before they
// are fetched.
//
// given sortKey, Item, keyOf, inputKey, itemIndexOf, Key

fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(item: Item) -> Key {
  return inputKey(itemIndexOf(item));
}
