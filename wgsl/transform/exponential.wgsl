// exp in f32, to about one unit in the last place. WGSL's own exp may be off by many. Method: exp(x) = 2^n · exp(r)
// with |r| at most ln(2) / 2, and a polynomial (Cody and Waite 1980). Constants of ln(2) in two parts: FreeBSD's
// expf, whose first part has so few bits that its product with n is exact.
//
// import rounded from operators/combine/compensated

/** For |x| of at most 64. */
fn expOf(x: f32) -> f32 {
  let n = round(x * 1.44269504);
  let r = rounded(x - n * 0.693145751953125) - n * 1.42860677e-6;
  // Taylor's series: its next term is at most 2^-29.
  let high = 0.166666667 + r * (0.0416666667 + r * (0.00833333333 + r * (0.00138888889 + r * 1.98412698e-4)));
  let power = 1.0 + (r + r * r * (0.5 + r * high));
  // A float of 2^23 or more and less than 2^24 has whole steps: the last bits are those of n.
  return bitcast<f32>(bitcast<u32>(power) + (bitcast<u32>(n + 12582912.0) << 23u));
}
