// Comparison of ranks of one word.

fn rankLess(a: u32, b: u32) -> bool {
  return a < b;
}
