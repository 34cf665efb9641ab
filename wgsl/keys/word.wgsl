// Keys of one word: u32, i32 and f32, ascending and descending, by one map from a key's bits to the u32 that kernels
// compare. A bijection, so that equal sort keys have equal bits.
//
//   keyMap   uniform: (flips of a key with the sign bit clear, flips of one with it set, origin, complement)
//
// The numbers come in a uniform, not as constants, so that all types and both orders share their pipelines:
//   u32          no flips
//   i32          the sign bit
//   f32          the sign bit, or all bits if it is set: the usual radix map. Then the origin, the image of -inf, is
//                taken off, which moves the negative NaNs behind the positive ones: -inf … -0, +0 … +inf, +NaNs, -NaNs
//   descending   the complement of the ascending key, so that ties still keep input order
//
// Floats are never handled as floats: a GPU may flush denormals and rewrite NaN payloads.

const SIGN = 0x80000000u;

fn sortKey(bits: u32) -> u32 {
  return ((bits ^ select(keyMap.x, keyMap.y, bits >= SIGN)) - keyMap.z) ^ keyMap.w;
}

/** The inverse of sortKey. */
fn keyBits(key: u32) -> u32 {
  let map = (key ^ keyMap.w) + keyMap.z;
  return map ^ select(keyMap.y, keyMap.x, map >= SIGN);
}
