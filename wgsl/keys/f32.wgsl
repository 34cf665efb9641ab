// f32 keys, as bits: the usual radix map, then one subtraction that moves the negative NaNs behind the positive ones.
// So -inf … -0, +0 … +inf, +NaNs, -NaNs, every bit pattern in a place of its own; a bijection. Never handled as floats:
// a GPU may flush denormals and rewrite NaN payloads.

const NEGATIVE_INFINITY_IMAGE = 0x007FFFFFu;

fn toOrdered(bits: u32) -> u32 {
  let map = bits ^ select(0x80000000u, 0xFFFFFFFFu, bits >= 0x80000000u);
  return map - NEGATIVE_INFINITY_IMAGE;
}

fn fromOrdered(ordered: u32) -> u32 {
  let map = ordered + NEGATIVE_INFINITY_IMAGE;
  return map ^ select(0xFFFFFFFFu, 0x80000000u, map >= 0x80000000u);
}
