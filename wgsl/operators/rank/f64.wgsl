// Ranks of elements in min and max, for f64, as bits, low word first. -0 and +0 have the same rank.

fn rankOf(bits: vec2u) -> vec2u {
  let number = select(bits, vec2u(), bits.x == 0u && bits.y == 0x80000000u);
  return number ^ select(vec2u(0u, 0x80000000u), vec2u(0xFFFFFFFFu), number.y >= 0x80000000u);
}

fn isNan(bits: vec2u) -> bool {
  let high = bits.y & 0x7FFFFFFFu;
  return high > 0x7FF00000u || (high == 0x7FF00000u && bits.x != 0u);
}
