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
