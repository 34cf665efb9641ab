// The digits of a radix sort: DIGIT_BITS bits each, so DIGITS counters a tile.

fn digitAt(bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey(bits), shift) & (DIGITS - 1u);
}
