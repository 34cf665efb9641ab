// The pivot of a segment, a key up to which it probably has the sought items and few more: the key at a rank of a sample
// (select/sift/sample.wgsl). GPUs: a workgroup finds it digit by digit.
//
// uses  sampleSize pivotRank NO_PIVOT sampleAt (select/sift/sample)
// takes sourceMap sourceKey (select/radix/ of_candidates | of_either | of_input)  bitsFrom (sort/keys/ two_words |
//       word)  blockScan (scan/ block.gpu | block.software | block_subgroups.gpu)  packedKey withDigit unpackedKey
//       (select/keys/ two_words | word)
// given SAMPLE  WORKGROUP  DIGITS  Key  KEY_DIGITS

const LANE_SAMPLES = (SAMPLE - 1u) / WORKGROUP + 1u;   // at most 32
const PIVOT_DIGITS = max(DIGITS / WORKGROUP, 1u);

struct Pivot {
  words: vec2u,   // the key, low and high word
  isFound: bool,
}

var<workgroup> sampleCounts: array<atomic<u32>, DIGITS>;
var<workgroup> pivotSoFar: vec4u;   // its digits, low and high word · its rank among keys with these digits · 0: no pivot

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
  var keys: array<Key, LANE_SAMPLES>;
  // A bit for each of the lane's keys that have the pivot's digits so far.
  var alike = 0u;
  for (var k = 0u; k < LANE_SAMPLES; k++) {
    let i = local + k * WORKGROUP;
    keys[k] = sourceKey(map, begin + sampleAt(min(i, sample - 1u), step));
    alike |= select(0u, 1u << k, i < sample);
  }
  for (var digits = KEY_DIGITS; digits > 0u; digits--) {
    let shift = (digits - 1u) * countOneBits(DIGITS - 1u);
    for (var i = local; i < DIGITS; i += WORKGROUP) {
      atomicStore(&sampleCounts[i], 0u);
    }
    workgroupBarrier();
    for (var k = 0u; k < LANE_SAMPLES; k++) {
      if (((alike >> k) & 1u) != 0u) {
        atomicAdd(&sampleCounts[bitsFrom(keys[k], shift) & (DIGITS - 1u)], 1u);
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
          pivotSoFar = vec4u(packedKey(withDigit(unpackedKey(found.xy), digit, shift)), found.z - before, 1u);
          break;
        }
        before += counted;
      }
    }
    found = workgroupUniformLoad(&pivotSoFar);
    let chosen = bitsFrom(unpackedKey(found.xy), shift) & (DIGITS - 1u);
    for (var k = 0u; k < LANE_SAMPLES; k++) {
      let isAlike = (bitsFrom(keys[k], shift) & (DIGITS - 1u)) == chosen;
      alike &= select(~(1u << k), 0xFFFFFFFFu, isAlike);
    }
  }
  return Pivot(found.xy, true);
}
