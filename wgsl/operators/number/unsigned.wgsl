// The number of an element's bits as f32, for unsigned integers.

fn numberOf(bits: u32) -> f32 {
  return f32(bits);
}
