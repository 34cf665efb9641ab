// The bits of an element, as a call's array holds them.

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
