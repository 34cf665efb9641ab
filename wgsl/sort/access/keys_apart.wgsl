// Keys come from a buffer range of their own.

fn inputKey(i: u32) -> Key {
  return keysIn[i];
}
