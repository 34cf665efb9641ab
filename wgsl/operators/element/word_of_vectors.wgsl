// Elements of one word, in a binding of vectors (reduce/fold/leaf_vectors.wgsl).
//
// given Unit  Bits

var<storage, read_write> input: array<Unit>;

fn bitsAt(i: u32) -> Bits {
  return input[i / 4u][i % 4u];
}
