// Sum of floats as an unevaluated pair (sum, error): Knuth's two-sum, whose error term is exact, then a second one that
// keeps the error small against the sum.
//
// WGSL lets a compiler reorder float arithmetic, and reordered the error term is 0. So each rounded result goes through
// integer arithmetic with a word that is 0 only at run time.
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
