// The double of an f32 (operators/doubles/words). The conversion is exact.
//
// import DOUBLE_SIGN, DOUBLE_NAN, DOUBLE_INFINITY, zerosAbove, packedDouble from operators/doubles/words

fn f64FromF32(value: f32) -> vec2u {
  let bits = bitcast<u32>(value);
  let sign = bits & DOUBLE_SIGN;
  let size = bits & 0x7FFFFFFFu;
  if (size > 0x7F800000u) {
    return DOUBLE_NAN;
  }
  if (size == 0x7F800000u) {
    return vec2u(0u, sign | DOUBLE_INFINITY);
  }
  if (size >= 0x800000u) {
    return vec2u(size << 29u, sign | ((size >> 3u) + 0x38000000u));
  }
  if (size == 0u) {
    return vec2u(0u, sign);
  }
  // A subnormal f32 is a multiple of 2^-149, and a normal double.
  let zeros = zerosAbove(size);
  return packedDouble(sign, 904u - zeros, vec2u(0u, size << zeros));
}
