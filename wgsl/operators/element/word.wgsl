// Elements of one, two or four words: an entry of the binding each.
//
// given Unit  Bits

var<storage, read_write> input: array<Unit>;

fn bitsAt(i: u32) -> Bits {
  return input[i];
}
