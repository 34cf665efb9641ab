// Distances of items in their own type, for moments.

// ---- choice distance: unsigned
// References of moments for unsigned integers of up to 32 bits.

fn valueOf(reference: u32) -> f32 {
  return f32(reference);
}

/** The distance from `a` to `b`: exact as an integer, then rounded once. */
fn distanceOf(a: u32, b: u32) -> f32 {
  let falls = b < a;
  let distance = f32(select(b - a, a - b, falls));
  return select(distance, -distance, falls);
}

fn isFinite(reference: u32) -> bool {
  return true;
}

// ---- choice distance: signed
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

// ---- choice distance: float
// References of moments for floats: bits of f32. f16 are converted, which is exact.
//
// import rounded from operators/combine/rounded

fn valueOf(reference: u32) -> f32 {
  return bitcast<f32>(reference);
}

/** The distance from `a` to `b`, rounded once. A compiler may not reorder it with what is added to it. */
fn distanceOf(a: u32, b: u32) -> f32 {
  return rounded(bitcast<f32>(b) - bitcast<f32>(a));
}

fn isFinite(reference: u32) -> bool {
  return (reference & 0x7F800000u) != 0x7F800000u;
}
