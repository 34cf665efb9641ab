// A workgroup merges a range of outputs together, a share a lane.
//
// uses  Segment (plan/state)  pairAt isInside reach searchCut (sort/merge/pairs)  mergeSpan (sort/merge/merge)
// given WORKGROUP

var<workgroup> cuts: array<u32, WORKGROUP>;   // at the begin of each lane's share
var<workgroup> crossed: atomic<u32>;          // whether any two of them contradict each other

/**
 * Outputs first … last, whose own cuts are in line with those of other workgroups. Called by all lanes in uniform
 * control flow. `share`: a lane's outputs, the last ones' fewer.
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
    cutStart = lineUp(segment, start, first, last, perLane);
    cutStop = select(lineUp(segment, stop, first, last, perLane), cutLast, stop == last);
  }
  mergeSpan(segment, start, stop, cutStart, cutStop);
}

/** The cut at `at`, in line with those at `first` and `last`. */
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
    low = max(low, reach(cutLast, last, at));
    high = min(high, cutLast);
  }
  return searchCut(segment, pair, at, low, high);
}

/** The cut at the begin of a lane's share, brought into line with those of all lanes. */
fn lineUp(segment: Segment, at: u32, first: u32, last: u32, perLane: u32) -> u32 {
  let pair = pairAt(segment.length, at);
  var cut = 0u;
  for (var lane = 0u; lane < WORKGROUP; lane++) {
    let other = min(first + lane * perLane, last);
    if (other < last && isInside(pair, other)) {
      cut = max(cut, reach(cuts[lane], other, at));
    }
  }
  return cut;
}
