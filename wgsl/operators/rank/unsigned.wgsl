// Ranks of elements in min and max, for unsigned integers of up to 32 bits.

fn rankOf(bits: u32) -> u32 {
  return bits;
}

fn isNan(bits: u32) -> bool {
  return false;
}
