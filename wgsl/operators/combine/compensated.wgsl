// Sum of floats as a pair (sum, error) that is never added up. Method: Knuth's two-sum, whose error term is exact. A
// second two-sum keeps the error small compared with the sum.
//
// WGSL lets a compiler reorder float arithmetic, and the reordered error term would be 0. So each rounded result goes
// through an integer operation with a word that is 0. The compiler does not know that value.
//
//   parameters   uniform: its last word is 0

var<uniform> parameters: array<vec4u, 16>;

fn rounded(value: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(value) ^ parameters[15].w);
}

fn twoSum(a: f32, b: f32) -> vec2f {
  let sum = rounded(a + b);
  let bPart = rounded(sum - a);
  let aPart = rounded(sum - bPart);
  return vec2f(sum, rounded(rounded(a - aPart) + rounded(b - bPart)));
}

fn compensated(a: vec2f, b: vec2f) -> vec2f {
  let high = twoSum(a.x, b.x);
  return twoSum(high.x, rounded(high.y + rounded(a.y + b.y)));
}
