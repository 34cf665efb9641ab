// What a pass leaves of keys without values: sort keys for the next merge, the keys' own bits at the end.
//
// uses  isFinalPass (sort/medium/runs/tasks)
// takes keyBits (sort/keys/ compared | two_words | word)
// given Key

fn storedForm(key: Key) -> Key {
  return select(key, keyBits(key), isFinalPass);
}
