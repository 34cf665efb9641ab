// How elements compare in min and max: signed integers.

fn rankOf(bits: u32) -> u32 {
  return bits ^ 0x80000000u;
}

fn isNan(bits: u32) -> bool {
  return false;
}
