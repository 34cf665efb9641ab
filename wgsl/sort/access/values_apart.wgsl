// Values come from a buffer range of their own.

fn inputValue(i: u32) -> u32 {
  return valuesIn[i];
}
