// Ranks of elements in min and max, for u64, low word first.

fn rankOf(bits: vec2u) -> vec2u {
  return bits;
}

fn isNan(bits: vec2u) -> bool {
  return false;
}
