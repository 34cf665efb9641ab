// The pivot of a segment, software adapters: an invocation finds it digit by digit, and reads the sample for each
// digit.
//
// import sampleSize, pivotRank, NO_PIVOT, sampleAt from select/prefilter/prefiltered
// given sourceMap, sourceKey, bitsFrom, withDigit, packedKey, DIGITS, Key, KEY_DIGITS

struct Pivot {
  words: vec2u,
  isFound: bool,
}

var<private> sampleCounts: array<u32, DIGITS>;

fn pivotOf(local: u32, live: bool, begin: u32, length: u32, count: u32) -> Pivot {
  let sample = sampleSize(length);
  let rank = pivotRank(count, sample, length);
  if (!live || rank == NO_PIVOT) {
    return Pivot(vec2u(), false);
  }
  let step = length / sample;
  let map = sourceMap();
  var prefix = Key();
  var above = Key();
  var left = rank - 1u;
  for (var digits = KEY_DIGITS; digits > 0u; digits--) {
    let shift = (digits - 1u) * countOneBits(DIGITS - 1u);
    for (var i = 0u; i < DIGITS; i++) {
      sampleCounts[i] = 0u;
    }
    for (var i = 0u; i < sample; i++) {
      let key = sourceKey(map, begin + sampleAt(i, step));
      sampleCounts[bitsFrom(key, shift) & (DIGITS - 1u)] += select(0u, 1u, all((key & above) == prefix));
    }
    var digit = 0u;
    // The bound is for an `orderBy` that gives a key two numbers.
    for (; digit < DIGITS - 1u && left >= sampleCounts[digit]; digit++) {
      left -= sampleCounts[digit];
    }
    prefix = withDigit(prefix, digit, shift);
    above = withDigit(above, DIGITS - 1u, shift);
  }
  return Pivot(packedKey(prefix), true);
}
