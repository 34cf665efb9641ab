// Square roots of variances.

// ---- part single
// The root of an f32, as bits. 0, infinity and NaN stay: a compiler may assume that floats are finite.

fn rootOf(variance: u32) -> u32 {
  let root = bitcast<u32>(sqrt(bitcast<f32>(variance)));
  return select(root, variance, variance == 0u || (variance & 0x7F800000u) == 0x7F800000u);
}

// ---- part double
// The root of a double that is not negative, rounded to nearest even. Method: one binary digit after another. The root
// has 55 digits, two more than a double, and the rest says whether more digits follow. No lane leaves before the loop:
// the compiler of lavapipe of Mesa 26.1 with eight lanes then loses lanes in it.
//
// import doubleFields, doubleSize, packedDouble, shiftedLeft, shiftedRight from operators/doubles
// import DOUBLE_INFINITY from operators/doubles

fn doubleRoot(variance: vec2u) -> vec2u {
  let keeps = (variance.x | variance.y) == 0u || doubleSize(variance) >= DOUBLE_INFINITY;
  let fields = doubleFields(select(variance, vec2u(0u, 0x3FF00000u), keeps));
  let exponent = fields.exponent - 1022;
  var digits = fields.significand;
  if ((exponent & 1) == 0) {
    digits = shiftedRight(digits, 1u);
  }
  var root = vec2u();
  var rest = vec2u();
  for (var digit = 0u; digit < 55u; digit++) {
    rest = shiftedLeft(rest, 2u) | vec2u(digits.y >> 30u, 0u);
    digits = shiftedLeft(digits, 2u);
    let trial = shiftedLeft(root, 2u) | vec2u(1u, 0u);
    root = shiftedLeft(root, 1u);
    let fits = rest.y > trial.y || (rest.y == trial.y && rest.x >= trial.x);
    let less = vec2u(rest.x - trial.x, rest.y - trial.y - select(0u, 1u, rest.x < trial.x));
    rest = select(rest, less, fits);
    root.x |= select(0u, 1u, fits);
  }
  let more = vec2u(select(0u, 1u, (rest.x | rest.y) != 0u), 0u);
  return select(packedDouble(0u, u32((exponent >> 1u) + 1022), shiftedLeft(root, 9u) | more), variance, keeps);
}
