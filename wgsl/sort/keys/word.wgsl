// Keys of one word: 32-bit keys, and 8- and 16-bit keys widened to a word. The key map makes the sort key, the u32 that
// kernels compare, from a key's bits. Its numbers are in a uniform, so that types and orders share pipelines. Only two
// constants omit parts of the map:
//
//   PLAIN_KEYS      integers without a bit range: the map only flips bits, by the complement below
//   LOSSLESS_KEYS   no bit range, and -0 and +0 are distinct: the map is a bijection
//
//   keyMap[0]   flips of a key with a clear sign bit · flips of a key with a set sign bit · origin · complement
//   keyMap[1]   bits that are mapped as 0 · first bit · mask · bits of a sort key
//
//   u           no flips
//   i           flips the sign bit
//   f           flips the sign bit, or all bits if it is set: the usual radix map. Then the origin, the image of -inf,
//               is subtracted. This moves the negative NaNs after the positive: -inf … -0, +0 … +inf, +NaNs, -NaNs
//   bit range   a shift and a mask of the flipped bits, with origin 0
//   -0 = +0     the bits of -0 are mapped as 0, the bits of +0
//   descending  the complement, so that ties still keep their input order
//
// Kernels never handle floats as floats: a GPU may flush denormals and rewrite NaN payloads.
//
// given PLAIN_KEYS, LOSSLESS_KEYS

var<uniform> keyMap: array<vec4u, 4>;

const MAX_KEY = 0xFFFFFFFFu;

/** The numbers of the key map. A loop reads them once, before it begins. */
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

/** The inverse of sortKey, if sortKey is a bijection. */
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

/** The bits of a sort key from bit `shift` up, shifted to bit 0. */
fn bitsFrom(key: u32, shift: u32) -> u32 {
  return key >> shift;
}

fn sortKeyBits() -> u32 {
  return keyMap[1].w;
}
