// Doubles (IEEE 754 binary64) as two words: x is the low word, y the high word with sign and exponent. Their arithmetic
// is done on significands of 64 bits, also as two words, low word first. Method: SoftFloat (Hauser), which shifts lost
// bits into the lowest bit and rounds once, at the end. Here the carry of the rounding also corrects the exponent, and
// a subnormal number needs no branch.

const DOUBLE_NAN = vec2u(0u, 0x7FF80000u);
const DOUBLE_INFINITY = 0x7FF00000u;   // its high word
const DOUBLE_SIGN = 0x80000000u;

/** A finite double that is not 0: its significand with the hidden bit at the top, and its exponent less 1. */
struct DoubleFields {
  exponent: i32,
  significand: vec2u,
}

/** The high word without the sign. */
fn doubleSize(a: vec2u) -> u32 {
  return a.y & 0x7FFFFFFFu;
}

fn isDoubleNan(a: vec2u) -> bool {
  return doubleSize(a) > DOUBLE_INFINITY || (doubleSize(a) == DOUBLE_INFINITY && a.x != 0u);
}

/** The number itself; for a NaN, the only NaN that results have. */
fn doubleResult(a: vec2u) -> vec2u {
  return select(a, DOUBLE_NAN, isDoubleNan(a));
}

/**
 * The number of zero bits above the highest bit of x > 0. The conversion to f32 is exact enough: the bit after the
 * highest one is cleared, so no rounding reaches the next power of two. Compilers make long code of countLeadingZeros.
 */
fn zerosAbove(x: u32) -> u32 {
  return 158u - (bitcast<u32>(f32(x & ~(x >> 1u))) >> 23u);
}

/** The same of two words that are not both 0. */
fn zerosAbove64(a: vec2u) -> u32 {
  let low = a.y == 0u;
  return zerosAbove(select(a.y, a.x, low)) + select(0u, 32u, low);
}

/** Shifts to the left, at most by 63. */
fn shiftedLeft(a: vec2u, distance: u32) -> vec2u {
  let far = distance >= 32u;
  let high = select(a.y, a.x, far);
  let low = select(a.x, 0u, far);
  let near = distance & 31u;
  return vec2u(low << near, (high << near) | ((low >> 1u) >> (31u - near)));
}

/** Shifts to the right, at most by 63. The lowest bit is 1 if one of the lost bits is. */
fn shiftedRight(a: vec2u, distance: u32) -> vec2u {
  let far = distance >= 32u;
  let high = select(a.y, 0u, far);
  let low = select(a.x, a.y, far);
  let near = distance & 31u;
  let lost = ((low << 1u) << (31u - near)) | select(0u, a.x, far);
  return vec2u((low >> near) | ((high << 1u) << (31u - near)) | select(0u, 1u, lost != 0u), high >> near);
}

/**
 * Rounds to the nearest double, of two equally near ones to the even one. `significand` has the hidden bit at the top,
 * or is smaller if `below` is 0. `below` is the exponent less 1: the hidden bit adds the 1.
 */
fn packedDouble(sign: u32, below: u32, significand: vec2u) -> vec2u {
  let low = (significand.y << 21u) | (significand.x >> 11u);
  let up = ((significand.x & 0x7FFu) + (low & 1u) + 0x3FFu) >> 11u;
  let rounded = low + up;
  let high = (significand.y >> 11u) + (below << 20u) + select(0u, 1u, rounded < up);
  return vec2u(rounded, high | sign);
}

/** The same for exponents of any size. `significand` has the hidden bit at the top. */
fn roundedDouble(sign: u32, below: i32, significand: vec2u) -> vec2u {
  var exact = significand;
  if (below < 0) {
    exact = shiftedRight(significand, u32(min(-below, 63)));
  }
  let rounded = packedDouble(sign, u32(max(below, 0)), exact);
  return select(rounded, vec2u(0u, DOUBLE_INFINITY | sign), below > 2045);
}

fn doubleFields(a: vec2u) -> DoubleFields {
  let size = doubleSize(a);
  let field = size >> 20u;
  let bits = vec2u(a.x, size - (max(field, 1u) - 1u) * 0x100000u);
  let zeros = zerosAbove64(bits);
  return DoubleFields(i32(max(field, 1u) + 10u) - i32(zeros), shiftedLeft(bits, zeros));
}

// ---- part add
// The sum of two doubles, rounded to nearest even. Method: SoftFloat (Hauser).

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

// ---- part multiply
// The product of two doubles, rounded to nearest even. Method: SoftFloat (Hauser), with the product of the significands
// by columns of 14-bit digits (Knuth 4.3.1, Algorithm M, with the carries at the end).

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
    let aFields = doubleFields(a);
    let bFields = doubleFields(b);
    below = aFields.exponent + bFields.exponent - 1022;
    p = shiftedRight(aFields.significand, 11u);
    q = shiftedRight(bFields.significand, 11u);
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

// ---- part divide
// Division of a number of 96 bits by a word, rounded to the nearest double. Method: Knuth, TAOCP 4.3.1, Algorithm D,
// with digits of 16 bits.

/** One less if the digit is too large. `over` is what it leaves of the rest. */
fn smallerDigit(digit: u32, over: u32, next: u32, lower: u32) -> u32 {
  return digit - select(0u, 1u, over < 0x10000u && digit * lower > ((over << 16u) | next));
}

/**
 * One digit: quotient and rest of rest · 2^16 + next. `rest` is less than the divisor, whose top bit is set. The first
 * digit is at most two too large. A loop over the two steps gave wrong variances on lavapipe of Mesa 26.1 with eight
 * lanes, whose compiler loses lanes in it.
 */
fn quotientDigit(rest: u32, next: u32, divisor: u32) -> vec2u {
  let upper = divisor >> 16u;
  let lower = divisor & 0xFFFFu;
  let most = min(rest / upper, 0xFFFFu);
  let fewer = smallerDigit(most, rest - most * upper, next, lower);
  let digit = smallerDigit(fewer, rest - fewer * upper, next, lower);
  return vec2u(digit, ((rest << 16u) | next) - digit * divisor);
}

/** Two digits: the quotient and the rest of rest · 2^32 + next. */
fn quotientWord(rest: u32, next: u32, divisor: u32) -> vec2u {
  let upper = quotientDigit(rest, next >> 16u, divisor);
  let lower = quotientDigit(upper.y, next & 0xFFFFu, divisor);
  return vec2u((upper.x << 16u) | lower.x, lower.y);
}

/**
 * The quotient of a number of three words, lowest first, whose top bit is set, and a divisor that is not 0. `below` is
 * the exponent of the number less 1.
 */
fn doubleQuotient(sign: u32, below: i32, number: vec3u, divisor: u32) -> vec2u {
  let zeros = zerosAbove(divisor);
  let shifted = divisor << zeros;
  let whole = number.z >= shifted;
  let high = quotientWord(number.z - select(0u, shifted, whole), number.y, shifted);
  let low = quotientWord(high.y, number.x, shifted);
  let bits = vec2u(low.x | select(0u, 1u, low.y != 0u), high.x);
  let halved = vec2u((bits.y << 31u) | (bits.x >> 1u) | (bits.x & 1u), DOUBLE_SIGN | (bits.y >> 1u));
  return roundedDouble(sign, below + i32(zeros) - select(32, 31, whole), select(bits, halved, whole));
}

/** A double divided by a whole number. */
fn doubleDivided(a: vec2u, divisor: u32) -> vec2u {
  let isZero = (doubleSize(a) | a.x) == 0u;
  if (divisor == 0u || isZero || doubleSize(a) >= DOUBLE_INFINITY) {
    return select(doubleResult(a), DOUBLE_NAN, divisor == 0u);
  }
  let fields = doubleFields(a);
  return doubleQuotient(a.y & DOUBLE_SIGN, fields.exponent, vec3u(0u, fields.significand), divisor);
}

// ---- part less
// Comparison by IEEE 754: -0 equals +0, and a NaN is less than nothing.

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

// ---- part fromF32
// The double of an f32. The conversion is exact.

fn f64FromF32(value: f32) -> vec2u {
  let bits = bitcast<u32>(value);
  let sign = bits & DOUBLE_SIGN;
  let size = bits & 0x7FFFFFFFu;
  if (size > 0x7F800000u) {
    return DOUBLE_NAN;
  }
  if (size == 0x7F800000u) {
    return vec2u(0u, sign | DOUBLE_INFINITY);
  }
  if (size >= 0x800000u) {
    return vec2u(size << 29u, sign | ((size >> 3u) + 0x38000000u));
  }
  if (size == 0u) {
    return vec2u(0u, sign);
  }
  // A subnormal f32 is a multiple of 2^-149, and a normal double.
  let zeros = zerosAbove(size);
  return packedDouble(sign, 904u - zeros, vec2u(0u, size << zeros));
}

// ---- part fromInteger
// The doubles nearest to integers. Those of 32 bits are exact.

fn signedDouble(sign: u32, size: vec2u) -> vec2u {
  if ((size.x | size.y) == 0u) {
    return vec2u();
  }
  let zeros = zerosAbove64(size);
  return packedDouble(sign, 1085u - zeros, shiftedLeft(size, zeros));
}

fn f64FromU64(value: vec2u) -> vec2u {
  return signedDouble(0u, value);
}

fn f64FromI64(value: vec2u) -> vec2u {
  let negative = value.y >= DOUBLE_SIGN;
  let minus = vec2u(0u - value.x, ~value.y + select(0u, 1u, value.x == 0u));
  return signedDouble(value.y & DOUBLE_SIGN, select(value, minus, negative));
}

fn f64FromU32(value: u32) -> vec2u {
  return signedDouble(0u, vec2u(value, 0u));
}

fn f64FromI32(value: i32) -> vec2u {
  let bits = bitcast<u32>(value);
  return signedDouble(bits & DOUBLE_SIGN, vec2u(select(bits, 0u - bits, value < 0), 0u));
}

// ---- part wideSum
// Sums of u64 and i64 as three words, lowest first, in two's complement. No sum of 2^31 numbers overflows, so a mean is
// rounded only once.

fn addWide(a: vec3u, b: vec3u) -> vec3u {
  let low = a.x + b.x;
  let carry = select(0u, 1u, low < a.x);
  let middle = a.y + b.y;
  let carried = middle + carry;
  return vec3u(low, carried, a.z + b.z + select(0u, 1u, middle < a.y) + select(0u, 1u, carried < middle));
}

/** A sum divided by the number of its terms, as a double. */
fn wideMean(sum: vec3u, count: u32) -> vec2u {
  if (count == 0u) {
    return DOUBLE_NAN;
  }
  let sign = sum.z & DOUBLE_SIGN;
  var size = sum;
  if (sign != 0u) {
    size = addWide(~sum, vec3u(1u, 0u, 0u));
  }
  if ((size.x | size.y | size.z) == 0u) {
    return vec2u();
  }
  // Zeros above the highest bit are first whole words, then bits.
  var zeros = 0u;
  while (size.z == 0u) {
    size = vec3u(0u, size.xy);
    zeros += 32u;
  }
  let near = zerosAbove(size.z);
  let high = shiftedLeft(size.yz, near);
  let low = shiftedLeft(size.xy, near);
  return doubleQuotient(sign, 1117 - i32(zeros + near), vec3u(low.x, low.y, high.y), count);
}

// ---- part variance
// The variance of doubles, by sums of x - shift and of its square. Method: shifted data (Chan, Golub and LeVeque 1983);
// the shift of a range is its first element. So numbers far from 0 lose no digits by cancellation, and ranges are
// combined without a division. A range is eight words:
//
//   [0]   x: count    y: 1 if an element is infinite or NaN, else 0    zw: shift
//   [1]   xy: sum of x - shift    zw: sum of its square

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

/**
 * The squares divided by the number of elements less `ddof`. NaN where that is not positive, and for a range with an
 * infinite element or a NaN. Infinity where the squares overflow.
 */
fn varianceOfRange(a: array<vec4u, 2>, ddof: u32) -> vec2u {
  if (a[0].x <= ddof || a[0].y != 0u) {
    return DOUBLE_NAN;
  }
  let mean = offsetOfRange(a);
  let squares = f64Add(a[1].zw, minusDouble(f64Mul(a[1].xy, mean)));
  if (specialDouble(squares) != 0u) {
    return vec2u(0u, DOUBLE_INFINITY);
  }
  // Rounding may have made a variance of about 0 negative.
  let variance = doubleDivided(squares, a[0].x - ddof);
  return select(variance, vec2u(), variance.y >= DOUBLE_SIGN);
}
