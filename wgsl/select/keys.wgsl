// Sort keys in a selection by digits. A prefix is a sort key whose digits from the current one down are 0.
//
//   level   uniform: lowest bit of the digit · mask of the digits above it, low and high word · side of the records

// ---- choice prefix: word
// Sort keys of one word.
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

// ---- choice prefix: twoWords
// Sort keys of two words.
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

// ---- part nans
// NaNs among sort keys. In ascending order they come after +inf.
//
//   LAST_NUMBER   the sort key of +inf, low word and high word; of the greatest key where no key is a NaN
//
// given lessKey, Key, LAST_NUMBER

fn nanOf(key: Key) -> u32 {
  return select(0u, 1u, lessKey(unpackedKey(vec2u(LAST_NUMBER[0], LAST_NUMBER[1])), key));
}
