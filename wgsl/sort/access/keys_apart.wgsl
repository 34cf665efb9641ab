// Keys come from a buffer range of their own.

fn inputKey(i: u32) -> u32 {
  return keysIn[i];
}
