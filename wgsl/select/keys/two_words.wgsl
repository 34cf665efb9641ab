// Prefixes of sort keys of two words. Same names as select/keys/word.wgsl.
//
// given Key

var<uniform> level: vec4u;

fn prefixMask() -> Key {
  return level.yz;
}

/** The shift is a multiple of the digit's bits, so a digit lies in one word. */
fn withDigit(prefix: Key, digit: u32, shift: u32) -> Key {
  let part = digit << (shift % 32u);
  return prefix | select(vec2u(part, 0u), vec2u(0u, part), shift >= 32u);
}

fn packedKey(key: Key) -> vec2u {
  return key;
}

fn unpackedKey(words: vec2u) -> Key {
  return words;
}
