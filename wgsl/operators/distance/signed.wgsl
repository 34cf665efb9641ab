// References of moments for signed integers of up to 32 bits.

fn valueOf(reference: u32) -> f32 {
  return f32(bitcast<i32>(reference));
}

/** The distance from `a` to `b`: exact as an integer, then rounded once. */
fn distanceOf(a: u32, b: u32) -> f32 {
  let falls = bitcast<i32>(b) < bitcast<i32>(a);
  let distance = f32(select(b - a, a - b, falls));
  return select(distance, -distance, falls);
}

fn isFinite(reference: u32) -> bool {
  return true;
}
