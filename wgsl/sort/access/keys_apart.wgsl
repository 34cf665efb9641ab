// Keys come from a buffer range of their own.
//
// given Key

var<storage, read_write> keysIn: array<Key>;

fn inputKey(i: u32) -> Key {
  return keysIn[i];
}
