// The sum of two doubles (operators/doubles/words), rounded to nearest even. Method: SoftFloat (Hauser).
//
// import doubleSize, DOUBLE_INFINITY, DOUBLE_SIGN, DOUBLE_NAN, isDoubleNan, shiftedRight from operators/doubles/words
// import zerosAbove, packedDouble, shiftedLeft from operators/doubles/words

/** Sums whose greater term, x, may be infinite or NaN, or whose result may be infinite. */
fn greatSum(x: vec2u, y: vec2u, sum: vec2u) -> vec2u {
  if (doubleSize(x) < DOUBLE_INFINITY) {
    return select(sum, vec2u(0u, DOUBLE_INFINITY | (x.y & DOUBLE_SIGN)), doubleSize(sum) >= DOUBLE_INFINITY);
  }
  return select(x, DOUBLE_NAN, isDoubleNan(x) || (doubleSize(y) == DOUBLE_INFINITY && x.y != y.y));
}

fn f64Add(a: vec2u, b: vec2u) -> vec2u {
  let aSize = doubleSize(a);
  let bSize = doubleSize(b);
  // x is the one of greater magnitude.
  let swapped = aSize < bSize || (aSize == bSize && a.x < b.x);
  let x = select(a, b, swapped);
  let y = select(b, a, swapped);
  let xSize = max(aSize, bSize);
  let ySize = min(aSize, bSize);
  let minus = bitcast<u32>(bitcast<i32>(x.y ^ y.y) >> 31u);
  // A subnormal number has the exponent 1 and no hidden bit.
  let xExponent = max(xSize >> 20u, 1u);
  let yExponent = max(ySize >> 20u, 1u);
  let xHigh = xSize - ((xExponent - 1u) << 20u);
  let yHigh = ySize - ((yExponent - 1u) << 20u);
  // The hidden bits are at bit 62, so that the sum fits. The ten bits below the significands are 0.
  let terms = shiftedRight(vec2u(y.x << 10u, (yHigh << 10u) | (y.x >> 22u)), min(xExponent - yExponent, 63u));
  // x - y is x + ~y + 1. The 1 takes a bit of x that is 0.
  let xLow = (x.x << 10u) | (minus & 1u);
  let low = xLow + (terms.x ^ minus);
  let high = ((xHigh << 10u) | (x.x >> 22u)) + (terms.y ^ minus) + select(0u, 1u, low < xLow);
  let none = high == 0u;
  let top = select(high, low, none);
  let zeros = zerosAbove(top) + select(0u, 32u, none);
  // A shift by the exponent makes a subnormal number.
  let shift = min(zeros, xExponent);
  let isZero = top == 0u;
  let sign = select(x.y, x.y & y.y, isZero) & DOUBLE_SIGN;
  var sum = packedDouble(sign, select(xExponent - shift, 0u, isZero), shiftedLeft(vec2u(low, high), shift));
  if (xSize >= 0x7FE00000u) {
    sum = greatSum(x, y, sum);
  }
  return sum;
}
