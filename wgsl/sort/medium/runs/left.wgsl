// What a pass leaves of keys without values: sort keys for the next merge, the keys' own bits at the end.
//
// uses  leavesKeys (sort/medium/runs/tasks)
// takes keyBits (sort/keys/ compared | two_words | word)
// given Key

fn left(key: Key) -> Key {
  return select(key, keyBits(key), leavesKeys);
}
