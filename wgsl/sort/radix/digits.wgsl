// The digits of a radix sort. A digit has DIGIT_BITS bits, so a tile has DIGITS counters.
//
// given bitsFrom, sortKey, Key, DIGITS

fn digitAt(bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey(bits), shift) & (DIGITS - 1u);
}
