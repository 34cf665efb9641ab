// The form in which a pass stores keys without values: sort keys for the next merge; the keys' bits in the final pass.
//
// import isFinalPass from sort/medium/runs/tasks
// given keyBits, Key

fn storedForm(key: Key) -> Key {
  return select(key, keyBits(key), isFinalPass);
}
