// Ranks of elements in min and max, for signed integers of up to 32 bits.

fn rankOf(bits: u32) -> u32 {
  return bits ^ 0x80000000u;
}

fn isNan(bits: u32) -> bool {
  return false;
}
