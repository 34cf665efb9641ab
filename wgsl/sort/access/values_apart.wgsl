// Values come from a buffer range of their own.

var<storage, read_write> valuesIn: array<u32>;

fn inputValue(i: u32) -> u32 {
  return valuesIn[i];
}
