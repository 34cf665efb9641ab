// Elements of one word, in a binding of vectors of four words (reduce/fold/leaf_vectors.wgsl).
//
// given InputWord, Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return input[i / 4u][i % 4u];
}
