// Keys are sorted in place, and the sort moves their indices. At the end the keys are fetched by index. So each key
// that is read is also copied to scratch memory.
//
//   keysIn   read                keysTo   written: scratch memory
//
// given Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn inputKey(i: u32) -> Key {
  let key = keysIn[i];
  keysTo[i] = key;
  return key;
}
