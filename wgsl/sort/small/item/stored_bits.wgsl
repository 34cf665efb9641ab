// Tagged items hold the key's own bits, since the sort key does not tell them all: a bit range, or -0 and +0 tied. The
// map is applied at every comparison.

fn storedKey(bits: Key) -> Key {
  return bits;
}

fn comparedKey(item: Item) -> Key {
  return select(sortKey(keyOf(item)), MOST_KEY, placeOf(item) == NO_PLACE);
}

fn restoredKey(stored: Key) -> Key {
  return stored;
}
