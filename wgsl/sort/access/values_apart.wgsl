// Values are read from the input, which is a separate buffer range.

var<storage, read_write> valuesIn: array<u32>;

fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesIn[i];
}
