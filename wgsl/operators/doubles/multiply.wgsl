// The product of two doubles (operators/doubles/words), rounded to nearest even. Method: SoftFloat (Hauser), with the
// product of the significands by columns of 14-bit digits (Knuth 4.3.1, Algorithm M, with the carries at the end).
//
// import doubleSize, DOUBLE_INFINITY, isDoubleNan, DOUBLE_NAN, DOUBLE_SIGN, doubleParts from operators/doubles/words
// import shiftedRight, packedDouble, roundedDouble from operators/doubles/words

/** The digits of a significand of 53 bits, lowest first. The significand is multiplied by 8, so that it has 56 bits. */
fn doubleDigits(high: u32, low: u32) -> vec4u {
  let upper = (high << 3u) | (low >> 29u);
  let third = ((low >> 25u) & 0xFu) | ((upper & 0x3FFu) << 4u);
  return vec4u((low << 3u) & 0x3FFFu, (low >> 11u) & 0x3FFFu, third, upper >> 10u);
}

/**
 * The product of two significands, whose hidden bit is bit 20 of the high word: bits 56 to 111 of the product of
 * digits.
 */
fn significandProduct(a: vec2u, b: vec2u) -> vec2u {
  let p = doubleDigits(a.y, a.x);
  let q = doubleDigits(b.y, b.x);
  // A column is at most four products of 28 bits and a carry.
  let c0 = p.x * q.x;
  let c1 = p.x * q.y + p.y * q.x + (c0 >> 14u);
  let c2 = p.x * q.z + p.y * q.y + p.z * q.x + (c1 >> 14u);
  let c3 = p.x * q.w + p.y * q.z + p.z * q.y + p.w * q.x + (c2 >> 14u);
  let c4 = p.y * q.w + p.z * q.z + p.w * q.y + (c3 >> 14u);
  let c5 = p.z * q.w + p.w * q.z + (c4 >> 14u);
  let c6 = p.w * q.w + (c5 >> 14u);
  let lost = select(0u, 1u, ((c0 | c1 | c2 | c3) & 0x3FFFu) != 0u);
  return vec2u((c4 & 0x3FFFu) | ((c5 & 0x3FFFu) << 14u) | (c6 << 28u) | lost, c6 >> 4u);
}

/** Whether a factor is 0, infinite or NaN. */
fn isSpecialFactor(a: vec2u) -> bool {
  return (doubleSize(a) | a.x) == 0u || doubleSize(a) >= DOUBLE_INFINITY;
}

/** The product where a factor is 0, infinite or NaN. */
fn specialProduct(a: vec2u, b: vec2u, sign: u32) -> vec2u {
  let greater = max(doubleSize(a), doubleSize(b));
  let isZero = (doubleSize(a) | a.x) == 0u || (doubleSize(b) | b.x) == 0u;
  let isInfinite = greater == DOUBLE_INFINITY;
  let isNan = isDoubleNan(a) || isDoubleNan(b) || (isInfinite && isZero);
  return select(vec2u(0u, sign | select(0u, DOUBLE_INFINITY, isInfinite)), DOUBLE_NAN, isNan);
}

fn f64Mul(a: vec2u, b: vec2u) -> vec2u {
  let sign = (a.y ^ b.y) & DOUBLE_SIGN;
  let aField = doubleSize(a) >> 20u;
  let bField = doubleSize(b) >> 20u;
  var below = bitcast<i32>(aField + bField) - 1024;
  var p = vec2u(a.x, (a.y & 0xFFFFFu) | 0x100000u);
  var q = vec2u(b.x, (b.y & 0xFFFFFu) | 0x100000u);
  if (max(aField - 1u, bField - 1u) >= 2046u) {
    if (isSpecialFactor(a) || isSpecialFactor(b)) {
      return specialProduct(a, b, sign);
    }
    let aParts = doubleParts(a);
    let bParts = doubleParts(b);
    below = aParts.exponent + bParts.exponent - 1022;
    p = shiftedRight(aParts.significand, 11u);
    q = shiftedRight(bParts.significand, 11u);
  }
  let product = significandProduct(p, q);
  let two = product.y >= 0x800000u;
  below += select(0, 1, two);
  let shift = select(9u, 8u, two);
  let significand = vec2u(product.x << shift, (product.y << shift) | (product.x >> (32u - shift)));
  var result = packedDouble(sign, bitcast<u32>(below), significand);
  if (bitcast<u32>(below) > 2045u) {
    result = roundedDouble(sign, below, significand);
  }
  return result;
}
