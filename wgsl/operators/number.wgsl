// The number of an element as f32.

// ---- choice number: f16
// The number of an element's bits as f32, for f16. The conversion is exact. `unpack2x16float` is not used, since it may
// flush denormals of f16 to 0.

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
// The number of an element's bits as f32, for f32.

fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}
