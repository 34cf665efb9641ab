// The pivot of a segment, a key up to which it probably has the target items and few more: the key at a rank of a
// sample (select/prefilter/prefiltered.wgsl). GPUs: a workgroup finds it digit by digit.
//
// import sampleSize, pivotRank, NO_PIVOT, sampleAt from select/prefilter/prefiltered
// given sourceMap, sourceKey, unpackedKey, bitsFrom, blockScan, packedKey, withDigit, DIGITS, WORKGROUP, Key, SAMPLE
// given KEY_DIGITS

const PIVOT_DIGITS = max(DIGITS / WORKGROUP, 1u);

struct Pivot {
  words: vec2u,   // the key, low and high word
  isFound: bool,
}

var<workgroup> sampleKeys: array<Key, SAMPLE>;
var<workgroup> sampleCounts: array<atomic<u32>, DIGITS>;
var<workgroup> pivotSoFar: vec4u;   // its digits, low and high word · its rank among their keys · 0: no pivot

/** For uniform control flow only. `live`, the same for all lanes: the segment has a search. */
fn pivotOf(local: u32, live: bool, begin: u32, length: u32, count: u32) -> Pivot {
  let sample = sampleSize(length);
  let rank = pivotRank(count, sample, length);
  if (local == 0u) {
    pivotSoFar = vec4u(0u, 0u, rank - 1u, select(0u, 1u, live && rank != NO_PIVOT));
  }
  var found = workgroupUniformLoad(&pivotSoFar);
  if (found.w == 0u) {
    return Pivot(vec2u(), false);
  }
  let step = length / sample;
  let map = sourceMap();
  // A lane reads only keys that it has written, so they need no barrier.
  for (var i = local; i < sample; i += WORKGROUP) {
    sampleKeys[i] = sourceKey(map, begin + sampleAt(i, step));
  }
  var above = Key();
  for (var digits = KEY_DIGITS; digits > 0u; digits--) {
    let shift = (digits - 1u) * countOneBits(DIGITS - 1u);
    for (var i = local; i < DIGITS; i += WORKGROUP) {
      atomicStore(&sampleCounts[i], 0u);
    }
    workgroupBarrier();
    let prefix = unpackedKey(found.xy);
    for (var i = local; i < sample; i += WORKGROUP) {
      let key = sampleKeys[i];
      if (all((key & above) == prefix)) {
        atomicAdd(&sampleCounts[bitsFrom(key, shift) & (DIGITS - 1u)], 1u);
      }
    }
    workgroupBarrier();
    let first = min(local * PIVOT_DIGITS, DIGITS);
    let end = min(first + PIVOT_DIGITS, DIGITS);
    var sum = 0u;
    for (var digit = first; digit < end; digit++) {
      sum += atomicLoad(&sampleCounts[digit]);
    }
    var before = blockScan(local, sum).before;
    if (found.z - before < sum) {
      for (var digit = first; digit < end; digit++) {
        let counted = atomicLoad(&sampleCounts[digit]);
        if (found.z - before < counted) {
          pivotSoFar = vec4u(packedKey(withDigit(prefix, digit, shift)), found.z - before, 1u);
          break;
        }
        before += counted;
      }
    }
    found = workgroupUniformLoad(&pivotSoFar);
    above = withDigit(above, DIGITS - 1u, shift);
  }
  return Pivot(found.xy, true);
}
