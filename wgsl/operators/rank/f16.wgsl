// Ranks of elements in min and max, for f16, as bits in a word. -0 and +0 have the same rank.

fn rankOf(bits: u32) -> u32 {
  let number = select(bits, 0u, bits == 0x8000u);
  return number ^ select(0x8000u, 0xFFFFu, number >= 0x8000u);
}

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFu) > 0x7C00u;
}
