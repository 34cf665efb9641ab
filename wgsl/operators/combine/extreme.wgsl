// Min and max on the bits of numbers. `rank` and `less` say how bits compare. NaN wins. Of equal numbers `a`, the
// earlier one, wins.
//
// given Bits

/** The rank of a number. NaN gets the lowest rank of all for min, and the highest for max. */
fn placed(bits: Bits, isMax: bool) -> Bits {
  return select(rankOf(bits), Bits(select(0u, 0xFFFFFFFFu, isMax)), isNan(bits));
}

fn laterWins(a: Bits, b: Bits, isMax: bool) -> bool {
  let rankA = placed(a, isMax);
  let rankB = placed(b, isMax);
  return select(rankLess(rankB, rankA), rankLess(rankA, rankB), isMax);
}

fn extreme(a: Bits, b: Bits, isMax: bool) -> Bits {
  return select(a, b, laterWins(a, b, isMax));
}

// ---- choice rank: unsigned
// Ranks of unsigned integers of up to 32 bits: whole numbers in the order of min and max.

fn rankOf(bits: u32) -> u32 {
  return bits;
}

fn isNan(bits: u32) -> bool {
  return false;
}

// ---- choice rank: signed
// Ranks of signed integers of up to 32 bits.

fn rankOf(bits: u32) -> u32 {
  return bits ^ 0x80000000u;
}

fn isNan(bits: u32) -> bool {
  return false;
}

// ---- choice rank: f16
// Ranks of f16, as bits in a word. -0 and +0 have the same rank.

fn rankOf(bits: u32) -> u32 {
  let number = select(bits, 0u, bits == 0x8000u);
  return number ^ select(0x8000u, 0xFFFFu, number >= 0x8000u);
}

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFu) > 0x7C00u;
}

// ---- choice rank: f32
// Ranks of f32, as bits. -0 and +0 have the same rank. A comparison of floats would lose NaNs and denormals on some
// GPUs.

fn rankOf(bits: u32) -> u32 {
  let number = select(bits, 0u, bits == 0x80000000u);
  return number ^ select(0x80000000u, 0xFFFFFFFFu, number >= 0x80000000u);
}

fn isNan(bits: u32) -> bool {
  return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}

// ---- choice rank: u64
// Ranks of u64, low word first.

fn rankOf(bits: vec2u) -> vec2u {
  return bits;
}

fn isNan(bits: vec2u) -> bool {
  return false;
}

// ---- choice rank: i64
// Ranks of i64, low word first.

fn rankOf(bits: vec2u) -> vec2u {
  return bits ^ vec2u(0u, 0x80000000u);
}

fn isNan(bits: vec2u) -> bool {
  return false;
}

// ---- choice rank: f64
// Ranks of f64, as bits, low word first. -0 and +0 have the same rank.

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
