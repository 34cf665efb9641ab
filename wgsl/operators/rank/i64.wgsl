// Ranks of elements in min and max, for i64, low word first.

fn rankOf(bits: vec2u) -> vec2u {
  return bits ^ vec2u(0u, 0x80000000u);
}

fn isNan(bits: vec2u) -> bool {
  return false;
}
