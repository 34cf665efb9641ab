// Keys are read from the input, which is a separate buffer range.
//
// given Key

var<storage, read_write> keysIn: array<Key>;

fn inputKey(i: u32) -> Key {
  return keysIn[i];
}
