// The positions of quantiles: q · (count - 1) as IEEE 754 rounds it to a double, rounded down and up. So the positions
// are those that a host computes. WGSL has no doubles: q is a whole number of 53 bits times a power of two.
// Quantiles have the form: low word, high word, negated exponent, and 1 for `'inverted_cdf'`, else 0. That has one
// position: q · count rounded up, counted from 1.

/** A product of two words: low word, high word. */
fn wideProduct(a: u32, b: u32) -> vec2u {
  let low = (a & 0xFFFFu) * (b & 0xFFFFu);
  let middle = (a >> 16u) * (b & 0xFFFFu) + (low >> 16u);
  let other = (a & 0xFFFFu) * (b >> 16u) + (middle & 0xFFFFu);
  return vec2u((other << 16u) | (low & 0xFFFFu), (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u));
}

fn wordsShifted(value: vec3u, shift: u32) -> vec3u {
  var words = value;
  var bits = shift;
  for (; bits >= 32u && !all(words == vec3u()); bits -= 32u) {
    words = vec3u(words.yz, 0u);
  }
  if (bits == 0u || bits >= 32u) {
    return words;
  }
  return vec3u((words.x >> bits) | (words.y << (32u - bits)), (words.y >> bits) | (words.z << (32u - bits)),
               words.z >> bits);
}

/** The bits of a number below bit `shift`. */
fn lowBits(value: vec3u, shift: u32) -> vec3u {
  let mask = vec3u(lowMask(shift), lowMask(max(shift, 32u) - 32u), lowMask(max(shift, 64u) - 64u));
  return value & mask;
}

fn lowMask(bits: u32) -> u32 {
  return select((1u << (bits % 32u)) - 1u, 0xFFFFFFFFu, bits >= 32u);
}

fn bitLength(value: vec3u) -> u32 {
  if (value.z != 0u) {
    return 64u + wordLength(value.z);
  }
  if (value.y != 0u) {
    return 32u + wordLength(value.y);
  }
  return wordLength(value.x);
}

fn wordLength(word: u32) -> u32 {
  return 32u - countLeadingZeros(word);
}

/** The index, in sorted order, of the lower (`upper` = 0) or the upper position of a quantile of `count` items. */
fn positionOf(q: vec4u, upper: u32, count: u32) -> u32 {
  let positions = positionsOf(q, count);
  return select(positions.x, positions.y, upper == 1u);
}

/** The lower and the upper position of a quantile of `count` items. */
fn positionsOf(q: vec4u, count: u32) -> vec2u {
  if (count <= 1u) {
    return vec2u();
  }
  let steps = count - 1u + q.w;
  let low = wideProduct(q.x, steps);
  let high = wideProduct(q.y, steps);
  let middle = low.y + high.x;
  var product = vec3u(low.x, middle, high.y + select(0u, 1u, middle < low.y));
  // A double has 53 bits: the others are rounded, half to even.
  let dropped = max(bitLength(product), 53u) - 53u;
  if (dropped > 0u) {
    let rest = lowBits(product, dropped);
    let half = lowBits(vec3u(0xFFFFFFFFu), dropped) ^ lowBits(vec3u(0xFFFFFFFFu), dropped - 1u);
    product = wordsShifted(product, dropped);
    let isHalf = all(rest == half);
    let isMore = rest.y > half.y || (rest.y == half.y && rest.x > half.x);
    if (isMore || (isHalf && (product.x & 1u) == 1u)) {
      product.x += 1u;
      product.y += select(0u, 1u, product.x == 0u);
    }
  }
  let shift = q.z - dropped;
  let floor = wordsShifted(product, shift).x;
  let hasRest = !all(lowBits(product, shift) == vec3u());
  let upper = floor + select(0u, 1u, hasRest);
  return select(vec2u(floor, upper), vec2u(max(upper, 1u) - 1u), q.w == 1u);
}

// ---- part found
// Where the quantiles of a pass are found: at word `foundFirst.x` of a segment's FOUND_WORDS keys.
//
// given FOUND_WORDS

var<uniform> foundFirst: vec4u;

fn foundIndex(id: u32, k: u32) -> u32 {
  return id * FOUND_WORDS + foundFirst.x + k;
}
