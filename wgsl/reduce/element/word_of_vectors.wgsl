// Elements of one word, in a binding of vectors (leaf_vectors.wgsl).

fn bitsAt(i: u32) -> Bits {
  return input[i / 4u][i % 4u];
}
