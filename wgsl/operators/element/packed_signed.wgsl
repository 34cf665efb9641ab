// Signed elements of ELEMENT_BITS bits, several a word, lowest bits first. Upper bits of the result repeat the sign.
//
// given InputWord, Bits, ELEMENT_BITS

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  let perWord = 32u / ELEMENT_BITS;
  return bitcast<u32>(extractBits(bitcast<i32>(input[i / perWord]), (i % perWord) * ELEMENT_BITS, ELEMENT_BITS));
}
