// Elements of one, two or four words: an entry of the binding each.

fn bitsAt(i: u32) -> Bits {
  return input[i];
}
