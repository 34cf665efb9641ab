// Mean and variance of items of up to 32 bits. A range is four words:
//
//   x   count
//   y   reference: one of the items, as bits
//   z   the mean's distance from the reference, f32
//   w   the sum of squared distances from the mean, f32
//
// Two ranges are combined by the formula of Chan, Golub and LeVeque (1979). Welford's step is this formula for a range
// of one element. Items are only subtracted from each other, in their own type. So items far from 0 lose no digits. Of
// two references the range keeps the one nearer to the mean. So the mean's distance is at most some standard
// deviations, also where an outlier comes first.

fn moments(a: vec4u, b: vec4u) -> vec4u {
  let count = a.x + b.x;
  let terms = f32(max(count, 1u));
  let distance = distanceOf(a.y, b.y) + (bitcast<f32>(b.z) - bitcast<f32>(a.z));
  let toMean = distance * (f32(b.x) / terms);
  let fromA = bitcast<u32>(bitcast<f32>(a.z) + toMean);
  let fromB = bitcast<u32>(bitcast<f32>(b.z) - distance * (f32(a.x) / terms));
  let squares = bitcast<f32>(a.w) + bitcast<f32>(b.w) + toMean * (distance * f32(a.x));
  let nearer = (fromB & 0x7FFFFFFFu) < (fromA & 0x7FFFFFFFu);
  // An infinite or NaN reference stays, and makes the variance NaN.
  let takesB = isFinite(a.y) && (nearer || !isFinite(b.y));
  return vec4u(count, select(a.y, b.y, takesB), select(fromA, fromB, takesB), bitcast<u32>(squares));
}

const NAN_BITS = 0x7FC00000u;
const INFINITY_BITS = 0x7F800000u;

/** Whether the bits are those of an infinite f32 or of a NaN. A compiler may assume that floats are neither. */
fn isSpecial(bits: u32) -> bool {
  return (bits & INFINITY_BITS) == INFINITY_BITS;
}

fn meanOf(total: vec4u) -> u32 {
  return select(bitcast<u32>(valueOf(total.y) + bitcast<f32>(total.z)), NAN_BITS, total.x == 0u);
}

/** The mean of floats with this sum. It is infinite or NaN as the sum is. */
fn meanOfFloats(total: vec4u, sum: f32) -> u32 {
  let sumBits = bitcast<u32>(sum);
  if (total.x == 0u || (sumBits & 0x7FFFFFFFu) > INFINITY_BITS) {
    return NAN_BITS;
  }
  if (isSpecial(sumBits)) {
    return sumBits;
  }
  let mean = bitcast<u32>(valueOf(total.y) + bitcast<f32>(total.z));
  // The distance of two items may be infinite.
  return select(mean, bitcast<u32>(sum / f32(total.x)), isSpecial(mean));
}

/**
 * The squares divided by the number of items less `ddof`. NaN where that is not positive, and for a range with an
 * infinite item or a NaN. Infinity where the squares overflow.
 */
fn varianceBits(total: vec4u, ddof: u32) -> u32 {
  if (total.x <= ddof || !isFinite(total.y)) {
    return NAN_BITS;
  }
  return select(bitcast<u32>(bitcast<f32>(total.w) / f32(total.x - ddof)), INFINITY_BITS, isSpecial(total.w));
}

// ---- choice distance: unsigned
// Distances of unsigned integers of up to 32 bits, in their own type.

fn valueOf(reference: u32) -> f32 {
  return f32(reference);
}

/** The distance from `a` to `b`: exact as an integer, then rounded once. */
fn distanceOf(a: u32, b: u32) -> f32 {
  let falls = b < a;
  let distance = f32(select(b - a, a - b, falls));
  return select(distance, -distance, falls);
}

fn isFinite(reference: u32) -> bool {
  return true;
}

// ---- choice distance: signed
// Distances of signed integers of up to 32 bits.

fn valueOf(reference: u32) -> f32 {
  return f32(bitcast<i32>(reference));
}

/** The distance from `a` to `b`: exact as an integer, then rounded once. */
fn distanceOf(a: u32, b: u32) -> f32 {
  let falls = bitcast<i32>(b) < bitcast<i32>(a);
  let distance = f32(select(b - a, a - b, falls));
  return select(distance, -distance, falls);
}

fn isFinite(reference: u32) -> bool {
  return true;
}

// ---- choice distance: float
// Distances of floats: bits of f32. f16 are converted, which is exact.
//
// import rounded from operators/combine/compensated

fn valueOf(reference: u32) -> f32 {
  return bitcast<f32>(reference);
}

/** The distance from `a` to `b`, rounded once. A compiler may not reorder it with what is added to it. */
fn distanceOf(a: u32, b: u32) -> f32 {
  return rounded(bitcast<f32>(b) - bitcast<f32>(a));
}

fn isFinite(reference: u32) -> bool {
  return (reference & 0x7F800000u) != 0x7F800000u;
}
