// Doubles (IEEE 754 binary64) as two words: x is the low word, y the high word with sign and exponent. Their arithmetic
// is done on significands of 64 bits, also as two words, low word first. Method: SoftFloat (Hauser), which shifts lost
// bits into the lowest bit and rounds once, at the end. Here the carry of the rounding also corrects the exponent, and
// a subnormal number needs no branch.

const DOUBLE_NAN = vec2u(0u, 0x7FF80000u);
const DOUBLE_INFINITY = 0x7FF00000u;   // its high word
const DOUBLE_SIGN = 0x80000000u;

/** A finite double that is not 0: its significand with the hidden bit at the top, and its exponent less 1. */
struct DoubleParts {
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

fn doubleParts(a: vec2u) -> DoubleParts {
  let size = doubleSize(a);
  let field = size >> 20u;
  let bits = vec2u(a.x, size - (max(field, 1u) - 1u) * 0x100000u);
  let zeros = zerosAbove64(bits);
  return DoubleParts(i32(max(field, 1u) + 10u) - i32(zeros), shiftedLeft(bits, zeros));
}
