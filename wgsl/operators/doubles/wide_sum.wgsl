// Sums of u64 and i64 as three words, lowest first, in two's complement. No sum of 2^31 numbers overflows, so a mean is
// rounded only once.
//
// import DOUBLE_NAN, DOUBLE_SIGN, zerosAbove, shiftedLeft from operators/doubles/words
// import doubleQuotient from operators/doubles/divide

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
