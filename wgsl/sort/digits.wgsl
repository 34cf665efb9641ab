// The digits of a radix sort: 8 bits each, so 256 counters a tile.

const DIGIT_BITS = 8u;
const DIGITS = 256u;

fn digitAt(bits: Key, shift: u32) -> u32 {
  return bitsFrom(sortKey(bits), shift) & (DIGITS - 1u);
}
