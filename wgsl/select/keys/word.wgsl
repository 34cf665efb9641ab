// Prefixes of sort keys of one word. A prefix is a sort key whose digits from the current one down are 0.
//
//   level   uniform: lowest bit of the digit · mask of the digits above it, low and high word · side of the records
//
// given Key

var<uniform> level: vec4u;

fn prefixMask() -> Key {
  return level.y;
}

fn withDigit(prefix: Key, digit: u32, shift: u32) -> Key {
  return prefix | (digit << shift);
}

fn packedKey(key: Key) -> vec2u {
  return vec2u(key, 0u);
}

fn unpackedKey(words: vec2u) -> Key {
  return words.x;
}
