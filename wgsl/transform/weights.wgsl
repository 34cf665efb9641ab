// Softmax: sums of weights in one reduce, and shares. Scores lie in cells, 64 wide. The cell of 0 reaches from -45 to
// 45. A weight is exp(score - centre of the cell), and the difference is exact. Sums of different cells are
// scaled against each other. An accumulator is three words:
//
//   x   a cell: order of unsigned words
//   y   sum of weights relative to the cell's centre, f32. Its sign says that other cells were met
//   z   what the sum has lost by rounding, f32. Without it shares are up to five units in the last place off
//
// import expOf from transform/exponential
// import rounded from operators/combine/compensated
// given cellOf, centreOf, cellGap, isVoid

const MIXED = 0x80000000u;

/** A sum of weights, and what it has lost. Weights are not negative, so this takes less than a two-sum. */
fn sumOfTwo(a: f32, b: f32) -> vec2f {
  let sum = rounded(a + b);
  return vec2f(sum, min(a, b) - rounded(sum - max(a, b)));
}

/** Sums weights relative to the greater cell's centre. */
fn addWeights(a: vec3u, b: vec3u) -> vec3u {
  let keepsA = a.x >= b.x;
  let kept = select(b, a, keepsA);
  let other = select(a, b, keepsA);
  var scale = 1.0;
  var mixed = (a.y | b.y) & MIXED;
  if (a.x != b.x) {
    let gap = cellGap(other.x, kept.x);
    // Only cells of no number have gaps greater than 0. Weights of less than exp(-87) are nothing beside the others.
    let isNear = gap <= 0.0 && gap >= -87.0;
    scale = select(0.0, expOf(select(0.0, gap, isNear)), isNear);
    mixed = MIXED;
  }
  let sum = sumOfTwo(bitcast<f32>(kept.y & ~MIXED), rounded(bitcast<f32>(other.y & ~MIXED) * scale));
  let lost = sum.y + (bitcast<f32>(kept.z) + bitcast<f32>(other.z) * scale);
  return vec3u(kept.x, bitcast<u32>(sum.x) | mixed, bitcast<u32>(lost));
}

/**
 * The numbers of a segment: the centre of its greatest score's cell, and the reciprocal of the sum of weights. If not
 * all weights are relative to that centre, the reciprocal is negative, and the first number is the cell.
 */
fn softmaxNumbers(total: vec3u) -> vec2u {
  let isSpecial = isVoid(total.x);
  let sum = select(bitcast<f32>(total.y & ~MIXED) + bitcast<f32>(total.z), 1.0, isSpecial);
  let mixed = select(total.y & MIXED, MIXED, isSpecial);
  return vec2u(select(centreOf(total.x), total.x, mixed != 0u), bitcast<u32>(1.0 / sum) | mixed);
}

// ---- part term
// The accumulator of one score.
//
// import expOf from transform/exponential
// given cellOf, ownDistance, isVoid

fn weightTerm(bits: u32) -> vec3u {
  let cell = cellOf(bits);
  return vec3u(cell, select(bitcast<u32>(expOf(ownDistance(bits, cell))), 0u, isVoid(cell)), 0u);
}

// ---- part sums
// Sums of the weights of leaves, one by one: four sums side by side would take more registers than Intel's GPUs have.
//
// import sumOfTwo from transform/weights

/** A sum, and what it has lost, with one more weight. */
fn withWeight(sum: vec2f, weight: f32) -> vec2f {
  let next = sumOfTwo(sum.x, weight);
  return vec2f(next.x, sum.y + next.y);
}

fn withFour(sum: vec2f, weights: vec4f) -> vec2f {
  return withWeight(withWeight(withWeight(withWeight(sum, weights.x), weights.y), weights.z), weights.w);
}

// ---- part far
// What says that a score is far from the centre: `far` of a power, if it is at least this.

const FAR = 128u;

// ---- part four
// The weights of four scores of a leaf, all relative to one centre.
//
// import powerOf from transform/exponential
// given distanceFrom

struct FourWeights {
  weights: vec4f,
  far: u32,      // less than FAR if all scores are near the centre (part far)
}

fn fourWeights(bits: vec4u, centre: u32) -> FourWeights {
  let a = powerOf(distanceFrom(bits.x, centre));
  let b = powerOf(distanceFrom(bits.y, centre));
  let c = powerOf(distanceFrom(bits.z, centre));
  let d = powerOf(distanceFrom(bits.w, centre));
  return FourWeights(vec4f(a.value, b.value, c.value, d.value), a.far | b.far | c.far | d.far);
}

// ---- choice leaf: weights
// A leaf of softmax. If all its scores are near the centre of the first one's cell, which is usual, their weights are
// relative to it, and no cell of another score is computed. Otherwise they are combined one by one.
//
// import powerOf from transform/exponential
// import FAR, withWeight from transform/weights
// given Acc, LEAF, distanceFrom, cellOf, centreOf, bitsAt, elementTerm, combine

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  let cell = cellOf(bitsAt(first));
  let centre = centreOf(cell);
  var sum = vec2f();
  var far = 0u;
  for (var k = 0u; k < LEAF; k += 4u) {
    if (first + k >= end) {
      break;
    }
    // One by one: four together took more than 128 registers on Intel's GPUs.
    for (var i = 0u; i < 4u; i++) {
      let place = first + k + i;
      let power = powerOf(distanceFrom(bitsAt(min(place, end - 1u)), centre));
      sum = withWeight(sum, select(0.0, power.value, place < end));
      far |= power.far;
    }
  }
  var value = Acc(vec3u(cell, bitcast<vec2u>(sum)));
  let isNear = far < FAR;
  for (var k = 0u; k < LEAF; k++) {
    if (isNear | (first + k >= end)) {
      break;
    }
    let term = elementTerm(bitsAt(first + k), k);
    let next = combine(value, term);
    if (k == 0u) {
      value = term;
    } else {
      value = next;
    }
  }
  return value;
}

alias Prefetched = u32;

/** The leaf of vectors needs this. Here nothing is prefetched. */
fn prefetchedAt(first: u32) -> Prefetched {
  return 0u;
}

fn foldOn(prefetched: ptr<function, Prefetched>, first: u32, count: u32, end: u32, origin: u32) -> Acc {
  return foldLeaf(first, first + count, origin);
}

// ---- choice leaf: stagedWeights
// As `weights`, of scores that a workgroup has loaded into workgroup memory.
//
// import fourWeights, FAR, withFour from transform/weights
// import staged, stagedFirst, STAGED from reduce/fold/leaf
// import placesOfFour, fourWords from transform/swept
// given Acc, LEAF, cellOf, centreOf, elementTerm, combine, wholeLeaves, keepFour, bitsAt

fn foldLeaf(first: u32, end: u32, origin: u32) -> Acc {
  let terms = end - first;
  let begin = 33u * min(first - stagedFirst, STAGED - 1u);
  let cell = cellOf(staged[begin / 32u]);
  let centre = centreOf(cell);
  var sum = vec2f();
  var far = 0u;
  if (wholeLeaves) {
    for (var group = 0u; group < LEAF / 4u; group++) {
      let places = placesOfFour(begin, 4u * group, LEAF);
      let found = fourWeights(fourWords(places), centre);
      sum = withFour(sum, found.weights);
      far |= found.far;
      keepFour(places, bitcast<vec4u>(found.weights));
    }
  } else {
    for (var group = 0u; group < LEAF / 4u; group++) {
      if (4u * group >= terms) {
        break;
      }
      let isTerm = vec4u(4u * group) + vec4u(0u, 1u, 2u, 3u) < vec4u(terms);
      let places = placesOfFour(begin, 4u * group, terms);
      let found = fourWeights(fourWords(places), centre);
      sum = withFour(sum, select(vec4f(), found.weights, isTerm));
      far |= found.far;
      keepFour(places, bitcast<vec4u>(found.weights));
    }
  }
  var value = Acc(vec3u(cell, bitcast<vec2u>(sum)));
  if (far >= FAR) {
    // Weights may be in place of the scores that were staged.
    value = elementTerm(bitsAt(first), 0u);
    for (var k = 1u; k < LEAF; k++) {
      if (k >= terms) {
        break;
      }
      value = combine(value, elementTerm(bitsAt(first + k), k));
    }
  }
  return value;
}

// ---- part mixed
// Segments whose scores are in several cells.
//
// import timesExp from transform/exponential
// given centreOf, exactDistance, isVoid

/** The share of a score in such a segment: exp of its distance from the centre of the greatest one's cell. */
fn mixedShare(bits: u32, numbers: vec4u) -> u32 {
  let distance = exactDistance(bits, centreOf(numbers.x));
  // The sum is exp(-45) or more, so shares of a greater distance are less than 2^-126.
  let isNear = distance.x >= -150.0;
  let share = timesExp(bitcast<f32>(numbers.y & 0x7FFFFFFFu), select(vec2f(), distance, isNear));
  return select(select(0u, bitcast<u32>(share), isNear), 0x7FC00000u, isVoid(numbers.x));
}

// ---- choice transform: softmax
// The share of a score: its weight times the reciprocal of the sum.
//
// import Place from transform/place
// import expOf from transform/exponential
// import mixedShare from transform/weights
// given distanceFrom

fn transformed(at: Place, bits: u32) -> u32 {
  var share = bitcast<u32>(expOf(distanceFrom(bits, at.numbers.x)) * bitcast<f32>(at.numbers.y));
  if (at.numbers.y >= 0x80000000u) {
    share = mixedShare(bits, at.numbers);
  }
  return share;
}

// ---- choice leafMap: weights
// The sweep keeps weights in place of the scores. If all weights of a segment are relative to one centre, which is
// usual, a share is one product. Otherwise it is computed from the score.
//
// import Place from transform/place
// import mapped, placesOfFour, fourWords, storeFour from transform/swept
// import mixedShare from transform/weights
// import staged, stagedFirst, STAGED from reduce/fold/leaf
// given LEAF, bitsAt

/** Keeps four weights of a leaf, if any items of the batch are mapped. */
fn keepFour(places: vec4u, words: vec4u) {
  if (mapped.begin < mapped.end) {
    storeFour(places, words);
  }
}

fn mapLeaf(first: Place, terms: u32) {
  let begin = 33u * min(first.item - stagedFirst, STAGED - 1u);
  if (first.numbers.y < 0x80000000u) {
    let reciprocal = bitcast<f32>(first.numbers.y);
    for (var group = 0u; group < LEAF / 4u; group++) {
      if (4u * group >= terms) {
        break;
      }
      let places = placesOfFour(begin, 4u * group, terms);
      storeFour(places, bitcast<vec4u>(bitcast<vec4f>(fourWords(places)) * reciprocal));
    }
  } else {
    for (var k = 0u; k < LEAF; k++) {
      if (k >= terms) {
        break;
      }
      staged[(begin + 33u * k) / 32u] = mixedShare(bitsAt(first.item + k), first.numbers);
    }
  }
}

// ---- choice cell: integer
// Cells of scores that are integers.
//
// given keyOf, gridOfKey

/** The last cell ends where keys do. */
fn cellOf(bits: u32) -> u32 {
  return min(gridOfKey(keyOf(bits)), 0x3FFFFFFu);
}

fn centreOf(cell: u32) -> u32 {
  return cell << 6u;
}

fn distanceFrom(bits: u32, centre: u32) -> f32 {
  let key = keyOf(bits);
  let distance = f32(bitcast<i32>(key - centre));
  // Keys may be more than 2^31 apart.
  return select(-1e9, distance, (key >= centre) == (key - centre < 0x80000000u));
}

fn ownDistance(bits: u32, cell: u32) -> f32 {
  return distanceFrom(bits, cell << 6u);
}

/** The same. It has no second part: what is not an f32 is far away. */
fn exactDistance(bits: u32, centre: u32) -> vec2f {
  return vec2f(distanceFrom(bits, centre), 0.0);
}

/** The centre of a cell minus that of one that is not less. */
fn cellGap(lower: u32, upper: u32) -> f32 {
  return -64.0 * f32(upper - lower);
}

// ---- choice cell: float
// Cells of scores that are floats: the keys of their centres, and the keys of no number. So far from 0 that they would
// be inexact, centres are rounded, as the scores are.
//
// import numberOf from operators/element
// import twoSum from operators/combine/compensated
// given KEY_NOTHING, KEY_INFINITY, KEY_NAN, scoreOf, isVoid

/** The bits of 45. */
const INNER = 0x42340000u;

fn cellOf(bits: u32) -> u32 {
  let word = bitcast<u32>(numberOf(bits));
  let size = word & 0x7FFFFFFFu;
  var cell = 0x80000000u;
  if (size > INNER) {
    cell = outerCell(word, size);
  }
  return cell;
}

/** The cell of a score that is not in that of 0. */
fn outerCell(word: u32, size: u32) -> u32 {
  let isSpecial = size >= 0x7F800000u;
  let score = bitcast<f32>(select(size, 0u, isSpecial));
  let centre = bitcast<u32>(64.0 * round((score - 13.0) * 0.015625) + 13.0);
  let infinity = select(KEY_NOTHING, KEY_INFINITY, word == 0x7F800000u);
  let special = select(infinity, KEY_NAN, size > 0x7F800000u);
  return select(centre ^ select(0x80000000u, 0x7FFFFFFFu, word >= 0x80000000u), special, isSpecial);
}

fn centreOf(cell: u32) -> u32 {
  return bitcast<u32>(scoreOf(cell));
}

/**
 * Exact for scores of the cell, and for all others less than 45 from its centre. Of cells but that of 0 these are at
 * least 32 from 0, so they have no bits that a difference of less than 64 lacks.
 */
fn distanceFrom(bits: u32, centre: u32) -> f32 {
  return numberOf(bits) - bitcast<f32>(centre);
}

/** The distance from any centre in two parts: scores of other cells have bits that it lacks. */
fn exactDistance(bits: u32, centre: u32) -> vec2f {
  return twoSum(numberOf(bits), -bitcast<f32>(centre));
}

/** 0 for the cells of no number. */
fn ownDistance(bits: u32, cell: u32) -> f32 {
  return select(distanceFrom(bits, centreOf(cell)), 0.0, isVoid(cell));
}

/** The centre of a cell minus that of one that is not less. May be greater than 0 only for cells of no number. */
fn cellGap(lower: u32, upper: u32) -> f32 {
  return scoreOf(lower) - scoreOf(upper);
}
