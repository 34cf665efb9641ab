// Keys of two words, low word first: u64, i64, f64. The key map is that of sort/keys/word.wgsl with 64 bits, under the
// same names.
//
//   keyMap[0]   flips of a key with a clear sign bit: low, high · of one with a set sign bit: low, high
//   keyMap[1]   origin: low, high · complement: low, high
//   keyMap[2]   bits that are mapped as 0: low, high · first bit, 0
//   keyMap[3]   mask: low, high · bits of a sort key, 0
//
// given PLAIN_KEYS, LOSSLESS_KEYS

var<uniform> keyMap: array<vec4u, 4>;

const MAX_KEY = vec2u(0xFFFFFFFFu);

/** The numbers of the key map. A loop reads them once, before it begins. */
struct KeyMap {
  flips: vec4u,
  ends: vec4u,
  range: vec4u,
  mask: vec4u,
}

fn keyMapNow() -> KeyMap {
  return KeyMap(keyMap[0], keyMap[1], keyMap[2], keyMap[3]);
}

fn sortKeyBy(by: KeyMap, bits: vec2u) -> vec2u {
  var key = bits;
  if (!PLAIN_KEYS) {
    if (!LOSSLESS_KEYS) {
      key = select(bits, vec2u(), all(bits == by.range.xy));
    }
    key = key ^ select(by.flips.xy, by.flips.zw, key.y >= 0x80000000u);
    let origin = by.ends.xy;
    let borrow = select(0u, 1u, key.x < origin.x);
    key = vec2u(key.x - origin.x, key.y - origin.y - borrow);
    if (!LOSSLESS_KEYS) {
      key = shiftRight(key, by.range.z) & by.mask.xy;
    }
  }
  return key ^ by.ends.zw;
}

fn sortKey(bits: vec2u) -> vec2u {
  return sortKeyBy(keyMapNow(), bits);
}

fn keyBits(key: vec2u) -> vec2u {
  var bits = key ^ keyMap[1].zw;
  if (!PLAIN_KEYS) {
    let low = bits.x + keyMap[1].x;
    let carry = select(0u, 1u, low < bits.x);
    bits = vec2u(low, bits.y + keyMap[1].y + carry);
    bits = bits ^ select(keyMap[0].zw, keyMap[0].xy, bits.y >= 0x80000000u);
  }
  return bits;
}

fn shiftRight(value: vec2u, shift: u32) -> vec2u {
  let words = select(value, vec2u(value.y, 0u), shift >= 32u);
  let bits = shift % 32u;
  let carried = select(words.y << (32u - bits), 0u, bits == 0u);
  return vec2u((words.x >> bits) | carried, words.y >> bits);
}

fn lessKey(a: vec2u, b: vec2u) -> bool {
  return (a.y < b.y) | ((a.y == b.y) & (a.x < b.x));
}

fn bitsFrom(key: vec2u, shift: u32) -> u32 {
  return shiftRight(key, shift).x;
}

fn sortKeyBits() -> u32 {
  return keyMap[3].z;
}
