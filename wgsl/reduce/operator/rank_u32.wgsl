// How u32 compare in min and max.

fn rankOf(bits: u32) -> u32 {
  return bits;
}

fn isNan(bits: u32) -> bool {
  return false;
}
