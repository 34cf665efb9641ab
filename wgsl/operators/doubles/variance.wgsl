// The variance of doubles (operators/doubles/words), by sums of x - shift and of its square. Method: shifted data
// (Chan, Golub and LeVeque 1983); the shift of a range is its first element. So numbers far from 0 lose no digits by
// cancellation, and ranges are combined without a division. A range is eight words:
//
//   [0]   x: count    y: 1 if an element is infinite or NaN, else 0    zw: shift
//   [1]   xy: sum of x - shift    zw: sum of its square
//
// import DOUBLE_NAN, doubleSize, DOUBLE_INFINITY, DOUBLE_SIGN from operators/doubles/words
// import f64Add from operators/doubles/add
// import f64Mul from operators/doubles/multiply
// import f64FromU32 from operators/doubles/from_integer
// import doubleDivided from operators/doubles/divide

/** Whether a double is infinite or NaN, as 1 or 0. */
fn specialDouble(x: vec2u) -> u32 {
  return select(0u, 1u, doubleSize(x) >= DOUBLE_INFINITY);
}

fn rangeOfOne(x: vec2u) -> array<vec4u, 2> {
  return array<vec4u, 2>(vec4u(1u, specialDouble(x), x), vec4u());
}

fn minusDouble(a: vec2u) -> vec2u {
  return vec2u(a.x, a.y ^ DOUBLE_SIGN);
}

fn joinedRanges(a: array<vec4u, 2>, b: array<vec4u, 2>) -> array<vec4u, 2> {
  let distance = f64Add(b[0].zw, minusDouble(a[0].zw));
  // The sum of b with the shift of a.
  let moved = f64Add(b[1].xy, f64Mul(f64FromU32(b[0].x), distance));
  let squares = f64Add(f64Add(a[1].zw, b[1].zw), f64Mul(distance, f64Add(b[1].xy, moved)));
  return array<vec4u, 2>(vec4u(a[0].x + b[0].x, a[0].y | b[0].y, a[0].zw), vec4u(f64Add(a[1].xy, moved), squares));
}

/**
 * The range of `a` and one later element: joinedRanges(a, rangeOfOne(x)). No sum of a range is -0, so what joinedRanges
 * adds to 0 and multiplies by 1 is used as it is.
 */
fn longerRange(a: array<vec4u, 2>, x: vec2u) -> array<vec4u, 2> {
  let distance = f64Add(x, minusDouble(a[0].zw));
  let squares = f64Add(a[1].zw, f64Mul(distance, distance));
  let sum = f64Add(a[1].xy, distance);
  return array<vec4u, 2>(vec4u(a[0].x + 1u, a[0].y | specialDouble(x), a[0].zw), vec4u(sum, squares));
}

/** The mean's distance from the shift. */
fn offsetOfRange(a: array<vec4u, 2>) -> vec2u {
  return doubleDivided(a[1].xy, a[0].x);
}

/** NaN for an empty range, and for one with an infinite element or a NaN. Infinity where the squares overflow. */
fn varianceOfRange(a: array<vec4u, 2>) -> vec2u {
  if (a[0].x == 0u || a[0].y != 0u) {
    return DOUBLE_NAN;
  }
  let mean = offsetOfRange(a);
  let squares = f64Add(a[1].zw, minusDouble(f64Mul(a[1].xy, mean)));
  if (specialDouble(squares) != 0u) {
    return vec2u(0u, DOUBLE_INFINITY);
  }
  // Rounding may have made a variance of about 0 negative.
  let variance = doubleDivided(squares, a[0].x);
  return select(variance, vec2u(), variance.y >= DOUBLE_SIGN);
}
