// The lanes of a workgroup merge a range of outputs together. Each lane makes `perLane` consecutive outputs.
//
// import Segment from plan/state
// import pairAt, isInside, requiredCut, searchCut, mergeSpan from sort/merge/pairs
// given WORKGROUP

var<workgroup> cuts: array<u32, WORKGROUP>;   // per lane the cut at its first output
var<workgroup> crossed: atomic<u32>;          // not 0: two of the cuts contradict each other

/**
 * Writes outputs first … last. The cuts at both are consistent with those of other workgroups. All lanes call it in
 * uniform control flow. `perLane`: outputs per lane; the last lanes may have fewer.
 */
fn mergeTogether(local: u32, segment: Segment, first: u32, last: u32, perLane: u32, cutFirst: u32, cutLast: u32) {
  let start = min(first + local * perLane, last);
  let stop = min(start + perLane, last);
  if (local == 0u) {
    atomicStore(&crossed, 0u);
  }
  cuts[local] = select(laneCut(segment, start, first, last, cutFirst, cutLast), cutFirst, start == first);
  workgroupBarrier();
  var cutStart = cuts[local];
  var cutStop = select(cuts[min(local + 1u, WORKGROUP - 1u)], cutLast, stop == last);
  let pair = pairAt(segment.length, stop);
  if (isInside(pair, stop) && start < stop) {
    let begin = max(start, pair.start);
    let fromA = select(0u, cutStart, begin > pair.start);
    if (cutStop < fromA || cutStop - fromA > stop - begin) {
      atomicStore(&crossed, 1u);
    }
  }
  workgroupBarrier();
  if (atomicLoad(&crossed) != 0u) {
    cutStart = consistentCut(segment, start, first, last, perLane);
    cutStop = select(consistentCut(segment, stop, first, last, perLane), cutLast, stop == last);
  }
  mergeSpan(segment, start, stop, cutStart, cutStop);
}

/** The cut at `at`, consistent with those at `first` and `last`. */
fn laneCut(segment: Segment, at: u32, first: u32, last: u32, cutFirst: u32, cutLast: u32) -> u32 {
  let pair = pairAt(segment.length, at);
  if (!isInside(pair, at) || at == last) {
    return 0u;
  }
  var low = 0u;
  var high = pair.countA;
  if (first > pair.start) {
    low = cutFirst;
    high = min(high, cutFirst + at - first);
  }
  if (last < pair.end) {
    low = max(low, requiredCut(cutLast, last, at));
    high = min(high, cutLast);
  }
  return searchCut(segment, pair, at, low, high);
}

/** The cut at a lane's first output, made consistent with the cuts of all lanes. */
fn consistentCut(segment: Segment, at: u32, first: u32, last: u32, perLane: u32) -> u32 {
  let pair = pairAt(segment.length, at);
  var cut = 0u;
  for (var lane = 0u; lane < WORKGROUP; lane++) {
    let other = min(first + lane * perLane, last);
    if (other < last && isInside(pair, other)) {
      cut = max(cut, requiredCut(cuts[lane], other, at));
    }
  }
  return cut;
}
