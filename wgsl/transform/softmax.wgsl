// Softmax in one reduce: the greatest score of a segment and the sum of the exponentials, together (Milakov and
// Gimelshein 2018). The numbers lie on a grid of 64: a score is 64 g + d with |d| at most 32. Weights are exp(d). Only
// sums of different g are scaled against each other, by exp(-64), so no sum is scaled twice and d is exact. An
// accumulator is three words:
//
//   x   key of the greatest score: order of unsigned words
//   y   sum of weights, relative to the grid of the greatest score, f32
//   z   what the sum has lost by rounding, f32
//
// import expOf from transform/exponential
// import rounded from operators/combine/compensated
// given gridSteps, offsetOf, isVoid

/** exp(-64). */
const GRID_WEIGHT = 1.60381089e-28;

/** Sums weights relative to the greater score's grid. Weights are positive, so a two-sum takes three operations. */
fn softmaxCombine(a: vec3u, b: vec3u) -> vec3u {
  let keepsA = a.x >= b.x;
  let kept = select(b, a, keepsA);
  let other = select(a, b, keepsA);
  let steps = gridSteps(other.x, kept.x);
  // Weights of two steps are less than 2^-92 of the greatest one.
  let scale = select(select(0.0, GRID_WEIGHT, steps == 1.0), 1.0, steps == 0.0);
  let left = bitcast<vec2f>(kept.yz);
  let right = bitcast<vec2f>(other.yz) * scale;
  let sum = rounded(left.x + right.x);
  let lost = min(left.x, right.x) - rounded(sum - max(left.x, right.x));
  return vec3u(kept.x, bitcast<vec2u>(vec2f(sum, lost + (left.y + right.y))));
}

/** The numbers of a segment: key of the greatest score, and the logarithm of the sum relative to that score. */
fn logSoftmaxNumbers(total: vec3u) -> vec2u {
  if (isVoid(total.x)) {
    return vec2u(total.x, 0u);
  }
  let top = expOf(offsetOf(total.x));
  let rest = rounded(bitcast<f32>(total.y) - top) + bitcast<f32>(total.z);
  return vec2u(total.x, bitcast<u32>(logOfNext(max(rest, 0.0) / top)));
}

/** log(1 + x) for x of at least 0. Method and constants: FreeBSD's logf and log1pf. */
fn logOfNext(x: f32) -> f32 {
  let sum = rounded(1.0 + x);
  // What the sum has lost. Past 2^24 it is 1 or nothing.
  let lost = select(x - rounded(sum - 1.0), 1.0 - rounded(sum - x), x > 1.0);
  let shifted = bitcast<u32>(sum) + (0x3F800000u - 0x3F3504F3u);
  let exponent = f32(shifted >> 23u) - 127.0;
  let mantissa = bitcast<f32>((shifted & 0x7FFFFFu) + 0x3F3504F3u);
  let near = x < 0.4;
  let f = select(mantissa - 1.0, x, near);
  let k = select(exponent, 0.0, near);
  let s = f / (2.0 + f);
  let z = s * s;
  let w = z * z;
  let series = w * (0.40000972152 + w * 0.24279078841) + z * (0.66666662693 + w * 0.28498786688);
  let half = 0.5 * f * f;
  let correction = select(lost / sum + k * 9.0580006145e-6, 0.0, near);
  return k * 0.69313812256 + (f - (half - (s * (half + series) + correction)));
}

// ---- choice logSumExp: float
// The logarithm of the sum of exponentials: the greatest score and the logarithm relative to it. Segments of -∞ or of
// nothing give -∞, those with NaN give NaN, others with +∞ give +∞.
//
// import logSoftmaxNumbers from transform/softmax
// given scoreOf, isVoid, KEY_NAN, KEY_INFINITY

fn logSumExp(total: vec3u, length: u32) -> u32 {
  let key = total.x;
  let sum = bitcast<u32>(scoreOf(key) + bitcast<f32>(logSoftmaxNumbers(total).y));
  let special = select(select(0xFF800000u, 0x7F800000u, key == KEY_INFINITY), 0x7FC00000u, key == KEY_NAN);
  return select(sum, special, isVoid(key));
}

// ---- choice logSumExp: signed
// The same of integers. A segment without items gives -∞.
//
// import logSoftmaxNumbers from transform/softmax

fn logSumExp(total: vec3u, length: u32) -> u32 {
  let score = f32(bitcast<i32>(total.x ^ 0x80000000u));
  return select(bitcast<u32>(score + bitcast<f32>(logSoftmaxNumbers(total).y)), 0xFF800000u, length == 0u);
}

// ---- choice logSumExp: unsigned
//
// import logSoftmaxNumbers from transform/softmax

fn logSumExp(total: vec3u, length: u32) -> u32 {
  return select(bitcast<u32>(f32(total.x) + bitcast<f32>(logSoftmaxNumbers(total).y)), 0xFF800000u, length == 0u);
}

// ---- choice transform: logSoftmax
//
// import Place from transform/place
// import rounded from operators/combine/compensated
// given keyOf, isVoid, isNothing, differenceOf

fn transformed(at: Place, bits: u32) -> u32 {
  let key = keyOf(bits);
  let top = at.numbers.x;
  let result = bitcast<u32>(rounded(differenceOf(key, top)) - bitcast<f32>(at.numbers.y));
  return select(select(result, 0xFF800000u, isNothing(key)), 0x7FC00000u, isVoid(top));
}

// ---- part term
// The accumulator of one score.
//
// import expOf from transform/exponential
// given keyOf, offsetOf, isVoid, isNothing

fn softmaxTerm(bits: u32) -> vec3u {
  let key = keyOf(bits);
  let weight = bitcast<u32>(expOf(offsetOf(key)));
  return vec3u(key, select(weight, 0u, isNothing(key) | isVoid(key)), 0u);
}

// ---- choice key: unsigned
// Keys of unsigned integers.

fn keyOf(bits: u32) -> u32 {
  return bits;
}

// ---- choice key: signed
// Keys of signed integers, which are ordered as unsigned words.

fn keyOf(bits: u32) -> u32 {
  return bits ^ 0x80000000u;
}

// ---- choice score: integer
// Scores that are integers.

fn gridOfKey(key: u32) -> u32 {
  return (key >> 6u) + ((key >> 5u) & 1u);
}

/** Steps of the grid from a score to a score that is not less. Past 2^24 they may be rounded. */
fn gridSteps(lower: u32, upper: u32) -> f32 {
  return f32(gridOfKey(upper) - gridOfKey(lower));
}

fn offsetOf(key: u32) -> f32 {
  return f32(bitcast<i32>(key - (gridOfKey(key) << 6u)));
}

fn differenceOf(key: u32, top: u32) -> f32 {
  return -f32(top - key);
}

fn isNothing(key: u32) -> bool {
  return false;
}

fn isVoid(key: u32) -> bool {
  return false;
}

// ---- choice key: float
// Keys of floats: `score: float` says which numbers have none.
//
// import numberOf from operators/element
// import KEY_NOTHING, KEY_INFINITY, KEY_NAN from transform/softmax

fn keyOf(bits: u32) -> u32 {
  let word = bitcast<u32>(numberOf(bits));
  let key = word ^ select(0x80000000u, 0xFFFFFFFFu, word >= 0x80000000u);
  let special = (word & 0x7FFFFFFFu) >= 0x7F800000u;
  let infinity = select(KEY_NOTHING, KEY_INFINITY, word == 0x7F800000u);
  return select(key, select(infinity, KEY_NAN, (word & 0x7FFFFFFFu) > 0x7F800000u), special);
}

// ---- choice score: float
// Scores that are floats. The least key is that of -∞, which has no weight. The greatest are those of +∞ and of NaN,
// with which all results of softmax are NaN.
//
const KEY_NOTHING = 0u;
const KEY_INFINITY = 0xFFFFFFFEu;
const KEY_NAN = 0xFFFFFFFFu;

/** The score of a key; 0 for the keys of no number. */
fn scoreOf(key: u32) -> f32 {
  let word = key ^ select(0xFFFFFFFFu, 0x80000000u, key >= 0x80000000u);
  return bitcast<f32>(select(word, 0u, isVoid(key)));
}

fn gridOfScore(score: f32) -> f32 {
  return round(score * 0.015625);
}

/** Steps of the grid from a score to a score that is not less. Less than 0 only for keys of no number. */
fn gridSteps(lower: u32, upper: u32) -> f32 {
  return gridOfScore(scoreOf(upper)) - gridOfScore(scoreOf(lower));
}

/** Exact: a score and its point of the grid are near each other, or the point is 0. */
fn offsetOf(key: u32) -> f32 {
  let score = scoreOf(key);
  return score - 64.0 * gridOfScore(score);
}

fn differenceOf(key: u32, top: u32) -> f32 {
  return scoreOf(key) - scoreOf(top);
}

fn isNothing(key: u32) -> bool {
  return key == KEY_NOTHING;
}

/** Whether the key is that of no number, in one comparison. Softmax of a segment with this greatest key is NaN. */
fn isVoid(key: u32) -> bool {
  return key - 1u >= KEY_INFINITY - 1u;
}
