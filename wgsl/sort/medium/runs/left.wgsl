// What a pass leaves of keys alone: sort keys for the next merge, the keys' own bits at the end.

fn left(key: Key) -> Key {
  return select(key, keyBits(key), leavesKeys);
}
