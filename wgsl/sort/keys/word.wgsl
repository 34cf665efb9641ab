// Keys of one word: 32-bit ones, and 8- and 16-bit ones widened to a word. A map from a key's bits to the u32 that
// kernels compare, all numbers of it in a uniform, so that types and orders share their pipelines but for what kernels
// leave out:
//
//   PLAIN_KEYS      integers, whole: nothing but flips of bits, which are the complement below
//   LOSSLESS_KEYS   no bit range, -0 and +0 distinct: the map is a bijection
//
//   keyMap[0]   flips of a key with a clear sign bit · flips of one with a set sign bit · origin · complement
//   keyMap[1]   bits taken for 0 · first bit · mask · bits of a sort key
//
//   u           no flips
//   i           the sign bit
//   f           the sign bit, or all bits if it is set: the usual radix map. Then the origin, the image of -inf, is
//               taken off, which moves the negative NaNs behind the positive ones: -inf … -0, +0 … +inf, +NaNs, -NaNs
//   bit range   a shift and a mask of that map, with no origin
//   -0 = +0     the bits of -0 are taken for those of +0
//   descending  the complement, so that ties still keep input order
//
// Floats are never handled as floats: a GPU may flush denormals and rewrite NaN payloads.
//
// given PLAIN_KEYS  LOSSLESS_KEYS

var<uniform> keyMap: array<vec4u, 4>;

const MAX_KEY = 0xFFFFFFFFu;

/** The map's numbers, for a loop to read them once. */
struct KeyMap {
  flips: vec4u,
  range: vec4u,
}

fn keyMapNow() -> KeyMap {
  return KeyMap(keyMap[0], keyMap[1]);
}

fn sortKeyBy(by: KeyMap, bits: u32) -> u32 {
  var key = bits;
  if (!PLAIN_KEYS) {
    if (!LOSSLESS_KEYS) {
      key = select(bits, 0u, bits == by.range.x);
    }
    key = (key ^ select(by.flips.x, by.flips.y, (key & by.flips.x) != 0u)) - by.flips.z;
    if (!LOSSLESS_KEYS) {
      key = key >> by.range.y;
    }
    key = key & by.range.z;
  }
  return key ^ by.flips.w;
}

fn sortKey(bits: u32) -> u32 {
  return sortKeyBy(keyMapNow(), bits);
}

/** The inverse of sortKey, where it is a bijection. */
fn keyBits(key: u32) -> u32 {
  var bits = key ^ keyMap[0].w;
  if (!PLAIN_KEYS) {
    bits = (bits + keyMap[0].z) & keyMap[1].z;
    bits = bits ^ select(keyMap[0].y, keyMap[0].x, (bits & keyMap[0].x) != 0u);
  }
  return bits;
}

fn lessKey(a: u32, b: u32) -> bool {
  return a < b;
}

/** The bits of a sort key from `shift` on, lowest first. */
fn bitsFrom(key: u32, shift: u32) -> u32 {
  return key >> shift;
}

fn sortKeyBits() -> u32 {
  return keyMap[1].w;
}
