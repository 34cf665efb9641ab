// The number that an element's bits stand for, as f32.

fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}
