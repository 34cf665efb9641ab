// Tagged items hold the sort key: mapped once when loaded, mapped back when stored.

fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(stored: Key) -> Key {
  return keyBits(stored);
}
