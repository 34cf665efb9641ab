// Elements of one, two or four words. Each is one entry of the binding.
//
// given InputWord, Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return input[i];
}
