// Elements of three words, packed. The binding is an array of words, since an array<vec3u> in WGSL has gaps.
//
// given InputWord, Bits

var<storage, read_write> input: array<InputWord>;

fn bitsAt(i: u32) -> Bits {
  return vec3u(input[3u * i], input[3u * i + 1u], input[3u * i + 2u]);
}
