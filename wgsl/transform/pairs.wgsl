// Numbers of segments by sums of pairs, which have twice the digits of f32 (operators/combine/compensated.wgsl): the
// mean as a pair, and the standard deviation.
//
// import rounded, twoSum from operators/combine/compensated

const PAIR_NAN = 0x7FC00000u;

/** The exact product of two floats as a pair. Their halves have 12 bits each (Dekker 1971). */
fn twoProduct(a: f32, b: f32) -> vec2f {
  let product = rounded(a * b);
  let aHigh = bitcast<f32>(bitcast<u32>(a) & 0xFFFFF000u);
  let bHigh = bitcast<f32>(bitcast<u32>(b) & 0xFFFFF000u);
  let aLow = rounded(a - aHigh);
  let bLow = rounded(b - bHigh);
  let outer = rounded(rounded(aHigh * bHigh) - product);
  let inner = rounded(rounded(outer + rounded(aHigh * bLow)) + rounded(aLow * bHigh));
  let error = bitcast<u32>(rounded(inner + rounded(aLow * bLow)));
  let special = (bitcast<u32>(product) & 0x7F800000u) == 0x7F800000u;
  return vec2f(product, bitcast<f32>(select(error, 0u, special)));
}

/** A whole number as a pair. */
fn pairOfCount(count: u32) -> vec2f {
  return vec2f(f32(count & 0xFFFF0000u), f32(count & 0xFFFFu));
}

/** The quotient of a pair and a whole number, as a pair. */
fn meanPair(sum: vec2f, length: u32) -> vec2f {
  let count = pairOfCount(max(length, 1u));
  let terms = twoSum(count.x, count.y);
  let first = rounded(sum.x / terms.x);
  // An infinite sum or a NaN stays. A greater one would overflow in the product.
  if ((bitcast<u32>(first) & 0x7F800000u) == 0x7F800000u) {
    return vec2f(first, 0.0);
  }
  let product = twoProduct(first, terms.x);
  let rest = rounded(rounded(sum.x - product.x) - product.y) + (sum.y - first * terms.y);
  let mean = twoSum(first, rounded(rest / terms.x));
  return mean;
}

// ---- part deviation
// The standard deviation, from the squares of the distances from the mean.
//
//   parameters   uniform: word 4 is what is subtracted from the number of items
//
// import rounded from operators/combine/compensated
// import twoProduct from transform/pairs

var<uniform> parameters: array<vec4u, 16>;

/** Its bits; infinite where all items are subtracted and their squares are not 0. */
fn deviationOf(squares: vec2f, length: u32) -> u32 {
  let terms = max(f32(length) - bitcast<f32>(parameters[1].x), 0.0);
  let sum = squares.x + squares.y;
  let bits = bitcast<u32>(sum);
  if (bits == 0u || (bits & 0x7F800000u) == 0x7F800000u) {
    return bits;
  }
  if (terms == 0.0) {
    return 0x7F800000u;
  }
  let variance = rounded(sum / terms);
  // WGSL's root may be off by some units. One step of Newton's method corrects it.
  let root = rounded(sqrt(variance));
  let square = twoProduct(root, root);
  let rest = rounded(rounded(variance - square.x) - square.y);
  return bitcast<u32>(root + rest / (root + root));
}

// ---- choice pair: float
// Items as pairs. An f32 or f16 is one of them.
//
// import numberOf from operators/element

fn pairOf(bits: u32) -> vec2f {
  return vec2f(numberOf(bits), 0.0);
}

// ---- choice pair: unsigned
// Unsigned integers of up to 32 bits.
//
// import twoSum from operators/combine/compensated

fn pairOf(bits: u32) -> vec2f {
  return twoSum(f32(bits & 0xFFFF0000u), f32(bits & 0xFFFFu));
}

// ---- choice pair: signed
// Signed integers of up to 32 bits.
//
// import twoSum from operators/combine/compensated

fn pairOf(bits: u32) -> vec2f {
  return twoSum(f32(bitcast<i32>(bits & 0xFFFF0000u)), f32(bits & 0xFFFFu));
}

// ---- choice transform: center
// The distance from the mean, which is a pair.
//
// import Place from transform/place
// import rounded, twoSum from operators/combine/compensated
// given pairOf

fn transformed(at: Place, bits: u32) -> u32 {
  let value = pairOf(bits);
  let mean = bitcast<vec2f>(at.numbers.xy);
  let distance = twoSum(value.x, -mean.x);
  return bitcast<u32>(distance.x + (distance.y + rounded(value.y - mean.y)));
}

// ---- choice transform: normalize
// An item divided by the sum, which is a pair.
//
// import Place from transform/place
// import quotientOf from transform/pairs
// given pairOf

fn transformed(at: Place, bits: u32) -> u32 {
  let value = pairOf(bits);
  let sum = bitcast<vec2f>(at.numbers.xy);
  return quotientOf(value.x + value.y, sum.x, sum.y);
}

// ---- choice transform: scale
// A distance from the mean divided by the standard deviation.
//
// import Place from transform/place
// import quotientOf from transform/pairs

fn transformed(at: Place, bits: u32) -> u32 {
  return quotientOf(bitcast<f32>(bits), bitcast<f32>(at.numbers.x), 0.0);
}

// ---- part quotient
// A quotient as IEEE 754 has it. A compiler may assume that floats are finite, and WGSL's division is exact to some
// units only for divisors from 2^-126 to 2^126.
//
// import rounded from operators/combine/compensated

/** The bits of x / (y + rest), where `rest` is less than a unit in the last place of y. */
fn quotientOf(x: f32, y: f32, rest: f32) -> u32 {
  let above = bitcast<u32>(x) & 0x7FFFFFFFu;
  let below = bitcast<u32>(y) & 0x7FFFFFFFu;
  let sign = (bitcast<u32>(x) ^ bitcast<u32>(y)) & 0x80000000u;
  if (above > 0x7F800000u || below > 0x7F800000u || (above == below && (above == 0u || above == 0x7F800000u))) {
    return 0x7FC00000u;
  }
  if (below == 0u || above == 0x7F800000u) {
    return sign | 0x7F800000u;
  }
  if (above == 0u || below == 0x7F800000u) {
    return sign;
  }
  // 2^-64, 2^64 or 1: only divisors far from 1 are scaled.
  let up = select(1.0, 18446744073709551616.0, below < 0x10000000u);
  let scale = select(up, 5.42101086242752217e-20, below > 0x70000000u);
  let divisor = rounded(y * scale);
  let first = rounded(rounded(x * scale) / divisor);
  return bitcast<u32>(first - first * (rounded(rest * scale) / divisor));
}

// ---- part squares
// The square of an item, as a pair.
//
// import twoProduct from transform/pairs

fn squareOf(bits: u32) -> vec2f {
  return twoProduct(bitcast<f32>(bits), bitcast<f32>(bits));
}
