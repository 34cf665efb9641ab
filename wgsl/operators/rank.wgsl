// The order of elements: `rankOf` maps bits to whole numbers in the order of min and max, `isNan` finds NaNs,
// `rankLess` compares ranks.

// ---- choice rank: unsigned
// Ranks of elements in min and max, for unsigned integers of up to 32 bits.

fn rankOf(bits: u32) -> u32 {
  return bits;
}

fn isNan(bits: u32) -> bool {
  return false;
}

// ---- choice rank: signed
// Ranks of elements in min and max, for signed integers of up to 32 bits.

fn rankOf(bits: u32) -> u32 {
  return bits ^ 0x80000000u;
}

fn isNan(bits: u32) -> bool {
  return false;
}

// ---- choice rank: f16
// Ranks of elements in min and max, for f16, as bits in a word. -0 and +0 have the same rank.

fn rankOf(bits: u32) -> u32 {
  let number = select(bits, 0u, bits == 0x8000u);
  return number ^ select(0x8000u, 0xFFFFu, number >= 0x8000u);
}

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFu) > 0x7C00u;
}

// ---- choice rank: f32
// Ranks of elements in min and max, for f32, as bits. -0 and +0 have the same rank. A comparison of floats would lose
// NaNs and denormals on some GPUs.

fn rankOf(bits: u32) -> u32 {
  let number = select(bits, 0u, bits == 0x80000000u);
  return number ^ select(0x80000000u, 0xFFFFFFFFu, number >= 0x80000000u);
}

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}

// ---- choice rank: u64
// Ranks of elements in min and max, for u64, low word first.

fn rankOf(bits: vec2u) -> vec2u {
  return bits;
}

fn isNan(bits: vec2u) -> bool {
  return false;
}

// ---- choice rank: i64
// Ranks of elements in min and max, for i64, low word first.

fn rankOf(bits: vec2u) -> vec2u {
  return bits ^ vec2u(0u, 0x80000000u);
}

fn isNan(bits: vec2u) -> bool {
  return false;
}

// ---- choice rank: f64
// Ranks of elements in min and max, for f64, as bits, low word first. -0 and +0 have the same rank.

fn rankOf(bits: vec2u) -> vec2u {
  let number = select(bits, vec2u(), bits.x == 0u && bits.y == 0x80000000u);
  return number ^ select(vec2u(0u, 0x80000000u), vec2u(0xFFFFFFFFu), number.y >= 0x80000000u);
}

fn isNan(bits: vec2u) -> bool {
  let high = bits.y & 0x7FFFFFFFu;
  return high > 0x7FF00000u || (high == 0x7FF00000u && bits.x != 0u);
}

// ---- choice less: word
// Comparison of ranks of one word.

fn rankLess(a: u32, b: u32) -> bool {
  return a < b;
}

// ---- choice less: twoWords
// Comparison of ranks of two words, low word first.

fn rankLess(a: vec2u, b: vec2u) -> bool {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}
