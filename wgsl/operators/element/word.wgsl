// Elements of one, two or four words: an entry of the binding each.
//
// given InputWord  Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return input[i];
}
