// How elements compare in min and max: unsigned integers.

fn rankOf(bits: u32) -> u32 {
  return bits;
}

fn isNan(bits: u32) -> bool {
  return false;
}
