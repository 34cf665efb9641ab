// exp in f32, to about one unit in the last place. WGSL's own exp may be off by many. Method: exp(x) = 2^n · exp(r)
// with |r| at most ln(2) / 2, and a polynomial (Cody and Waite 1980). Constants of ln(2) in two parts: FreeBSD's
// expf, whose first part has so few bits that its product with n is exact.
//
// import rounded from operators/combine/compensated

/** exp(x), and a word that is less than 128 only if |x| is less than 45. */
struct Power {
  value: f32,
  far: u32,
}

/** A float of 2^23 or more and less than 2^24 has whole steps: the last bits of this one plus n are those of 64 + n. */
const STEPS = 12582976.0;

/** x minus n · ln(2). */
fn restOf(x: f32, n: f32) -> f32 {
  return rounded(x - n * 0.693145751953125) - n * 1.42860677e-6;
}

/** 2^-64 · exp(r). The polynomial has the least greatest error of its degree for |r| up to ln(2) / 2, 2^-28. */
fn smallPower(r: f32) -> f32 {
  let high = 2.71050543e-20 + r * (9.03493921e-21 + r * (2.25884789e-21 + r * (4.53669438e-22 + r * 7.4889008e-23)));
  return 5.42101086e-20 + r * (5.42101086e-20 + r * high);
}

/** For |x| of at most 87. `far` is right for all x. */
fn powerOf(x: f32) -> Power {
  let shifted = rounded(x * 1.44269504 + STEPS);
  // Times 2^-64, so that 64 + n may be added to its exponent.
  let power = smallPower(restOf(x, shifted - STEPS));
  let bits = bitcast<u32>(shifted);
  return Power(bitcast<f32>(bitcast<u32>(power) + (bits << 23u)), bits ^ 0x4B400000u);
}

fn expOf(x: f32) -> f32 {
  return powerOf(x).value;
}

// ---- part timesExp
//
// import STEPS, restOf, smallPower from transform/exponential
// import rounded from operators/combine/compensated

/** value · exp(x) for x from -150 to 87, in two parts, by two factors: exp(x) itself may be too small for f32. */
fn timesExp(value: f32, x: vec2f) -> f32 {
  let n = rounded(x.x * 1.44269504 + STEPS) - STEPS;
  let power = value * (18446744073709551616.0 * smallPower(restOf(x.x, n) + x.y));
  let half = i32(n) >> 1u;
  return power * powerOfTwo(half) * powerOfTwo(i32(n) - half);
}

fn powerOfTwo(n: i32) -> f32 {
  return bitcast<f32>(u32(n + 127) << 23u);
}
