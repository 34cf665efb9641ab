// The digits of a radix sort. A digit has DIGIT_BITS bits, so a tile has DIGITS counters.
//
// takes bitsFrom (sort/keys/ two_words | word)  sortKey (sort/keys/ compared | two_words | word)
// given Key  DIGITS

fn digitAt(bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey(bits), shift) & (DIGITS - 1u);
}
