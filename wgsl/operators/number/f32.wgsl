// The number of an element's bits as f32, for f32.

fn numberOf(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}
