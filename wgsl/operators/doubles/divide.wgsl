// Division of a number of 96 bits by a word, rounded to the nearest double (operators/doubles/words). Method: Knuth,
// TAOCP 4.3.1, Algorithm D, with digits of 16 bits.
//
// import zerosAbove, DOUBLE_SIGN, roundedDouble, doubleSize, DOUBLE_INFINITY, doubleResult from operators/doubles/words
// import DOUBLE_NAN, doubleParts from operators/doubles/words

/** One digit: quotient and rest of rest · 2^16 + next. `rest` is less than the divisor, whose top bit is set. */
fn quotientDigit(rest: u32, next: u32, divisor: u32) -> vec2u {
  let upper = divisor >> 16u;
  let lower = divisor & 0xFFFFu;
  var digit = min(rest / upper, 0xFFFFu);
  var over = rest - digit * upper;
  // The digit is at most two too large.
  while (over < 0x10000u && digit * lower > ((over << 16u) | next)) {
    digit--;
    over += upper;
  }
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
  let parts = doubleParts(a);
  return doubleQuotient(a.y & DOUBLE_SIGN, parts.exponent, vec3u(0u, parts.significand), divisor);
}
