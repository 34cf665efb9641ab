// The form in which a pass stores keys without values: sort keys for the next merge; the keys' bits in the final pass.
//
// uses  isFinalPass (sort/medium/runs/tasks)
// takes keyBits (sort/keys/ compared | two_words | word)
// given Key

fn storedForm(key: Key) -> Key {
  return select(key, keyBits(key), isFinalPass);
}
