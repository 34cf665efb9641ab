// The number that an element's bits stand for, as f32: f16, exactly. `unpack2x16float` may flush what is denormal as
// f16.

fn numberOf(bits: u32) -> f32 {
  let sign = (bits & 0x8000u) << 16u;
  let exponent = (bits >> 10u) & 31u;
  let fraction = bits & 0x3FFu;
  // 2^-24, the weight of a denormal's lowest bit; the product is exact and normal.
  let denormal = bitcast<u32>(f32(fraction) * 5.9604644775390625e-8);
  let normal = ((exponent + 112u) << 23u) | (fraction << 13u);
  let special = 0x7F800000u | (fraction << 13u);
  let magnitude = select(select(normal, denormal, exponent == 0u), special, exponent == 31u);
  return bitcast<f32>(sign | magnitude);
}
