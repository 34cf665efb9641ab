// Keys are sorted in place, by their places: what is fetched by these at last is kept in scratch memory.

fn inputKey(i: u32) -> Key {
  let key = keysIn[i];
  keysTo[i] = key;
  return key;
}
