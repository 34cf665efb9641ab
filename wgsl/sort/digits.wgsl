// The digits of a radix sort on 32-bit keys: 8 bits each, so 256 counters a tile.

const DIGIT_BITS = 8u;
const DIGITS = 256u;

fn digitAt(bits: u32, shift: u32) -> u32 {
  return (sortKey(bits) >> shift) & (DIGITS - 1u);
}
