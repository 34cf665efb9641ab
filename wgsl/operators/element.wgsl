// An element: its bits, as a call's array holds them, and its number as f32.

// ---- choice element: word
// Elements of one, two or four words. Each is one entry of the binding.
//
// given InputWord, Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return input[i];
}

// ---- choice element: wordOfVectors
// Elements of one word, in a binding of vectors of four words (reduce/fold/leaf.wgsl).
//
// given InputWord, Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return input[i / 4u][i % 4u];
}

// ---- choice element: threeWords
// Elements of three words, packed. The binding is an array of words, since an array<vec3u> in WGSL has gaps.
//
// given InputWord, Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return vec3u(input[3u * i], input[3u * i + 1u], input[3u * i + 2u]);
}

// ---- choice element: packed
// Unsigned and float elements of ELEMENT_BITS bits, several a word, lowest bits first. Upper bits of the result are 0.
//
// given InputWord, Bits, ELEMENT_BITS

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  let perWord = 32u / ELEMENT_BITS;
  return extractBits(input[i / perWord], (i % perWord) * ELEMENT_BITS, ELEMENT_BITS);
}

// ---- choice element: packedSigned
// Signed elements of ELEMENT_BITS bits, several a word, lowest bits first. Upper bits of the result repeat the sign.
//
// given InputWord, Bits, ELEMENT_BITS

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  let perWord = 32u / ELEMENT_BITS;
  return bitcast<u32>(extractBits(bitcast<i32>(input[i / perWord]), (i % perWord) * ELEMENT_BITS, ELEMENT_BITS));
}

// ---- choice number: f16
// The number of an f16. The conversion is exact. `unpack2x16float` is not used, since it may flush denormals of f16 to
// 0.

fn numberOf(bits: u32) -> f32 {
  let sign = (bits & 0x8000u) << 16u;
  let exponent = (bits >> 10u) & 31u;
  let fraction = bits & 0x3FFu;
  // 2^-24 is the weight of a denormal's lowest bit. The product is exact, and it is a normal f32 or 0.
  let denormal = bitcast<u32>(f32(fraction) * 5.9604644775390625e-8);
  let normal = ((exponent + 112u) << 23u) | (fraction << 13u);
  let special = 0x7F800000u | (fraction << 13u);
  let magnitude = select(select(normal, denormal, exponent == 0u), special, exponent == 31u);
  return bitcast<f32>(sign | magnitude);
}

// ---- choice number: f32
// The number of an f32.

fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}
