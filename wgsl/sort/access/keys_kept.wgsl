// Keys are sorted in place, by their places: what is fetched by these at last is kept in scratch memory.
//
// given Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn inputKey(i: u32) -> Key {
  let key = keysIn[i];
  keysTo[i] = key;
  return key;
}
