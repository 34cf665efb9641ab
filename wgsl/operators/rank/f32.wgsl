// Ranks of elements in min and max, for f32, as bits. -0 and +0 have the same rank. A comparison of floats would lose
// NaNs and denormals on some GPUs.

fn rankOf(bits: u32) -> u32 {
  let number = select(bits, 0u, bits == 0x80000000u);
  return number ^ select(0x80000000u, 0xFFFFFFFFu, number >= 0x80000000u);
}

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}
