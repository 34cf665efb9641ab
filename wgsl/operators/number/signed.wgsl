// The number that an element's bits stand for, as f32: signed integers.

fn numberOf(bits: u32) -> f32 {
  return f32(bitcast<i32>(bits));
}
