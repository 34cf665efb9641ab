// Sum of floats as a pair (sum, error) that is never added up. Method: Knuth's two-sum, whose error term is exact. A
// second two-sum keeps the error small compared with the sum. An infinite sum and a NaN have the error 0, so they stay
// as they are.

/** The sum and its error. `rounded` keeps compilers from making the error 0. */
fn twoSum(a: f32, b: f32) -> vec2f {
  let sum = rounded(a + b);
  let bPart = rounded(sum - a);
  let aPart = rounded(sum - bPart);
  let error = bitcast<u32>(rounded(rounded(a - aPart) + rounded(b - bPart)));
  let special = (bitcast<u32>(sum) & 0x7F800000u) == 0x7F800000u;
  return vec2f(sum, bitcast<f32>(select(error, 0u, special)));
}

fn compensated(a: vec2f, b: vec2f) -> vec2f {
  let high = twoSum(a.x, b.x);
  return twoSum(high.x, rounded(high.y + rounded(a.y + b.y)));
}

// ---- part rounded
// WGSL lets a compiler reorder float arithmetic, and reordered terms may lose all digits. So a rounded result goes
// through an integer operation with a word that is 0. The compiler does not know that value.
//
//   parameters   uniform: its last word is 0

var<uniform> parameters: array<vec4u, 16>;

fn rounded(value: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(value) ^ parameters[15].w);
}
