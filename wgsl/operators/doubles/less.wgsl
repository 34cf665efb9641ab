// Comparison of two doubles (operators/doubles/words) by IEEE 754: -0 equals +0, and a NaN is less than nothing.
//
// import DOUBLE_SIGN, doubleSize, isDoubleNan from operators/doubles/words

/** Bits that order numbers, low word first. */
fn doubleOrder(a: vec2u) -> vec2u {
  return select(a ^ vec2u(0u, DOUBLE_SIGN), ~a, a.y >= DOUBLE_SIGN);
}

fn f64Less(a: vec2u, b: vec2u) -> bool {
  let p = doubleOrder(a);
  let q = doubleOrder(b);
  let areZero = (doubleSize(a) | doubleSize(b) | a.x | b.x) == 0u;
  let less = p.y < q.y || (p.y == q.y && p.x < q.x);
  return less && !areZero && !isDoubleNan(a) && !isDoubleNan(b);
}
