// Elements of three words, packed: WGSL's own arrays of vec3 have gaps.
//
// given InputWord  Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return vec3u(input[3u * i], input[3u * i + 1u], input[3u * i + 2u]);
}
