// WGSL lets a compiler reorder float arithmetic, and reordered terms may lose all digits. So a rounded result goes
// through an integer operation with a word that is 0. The compiler does not know that value.
//
//   parameters   uniform: its last word is 0

var<uniform> parameters: array<vec4u, 16>;

fn rounded(value: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(value) ^ parameters[15].w);
}
