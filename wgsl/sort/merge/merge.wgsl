// Merge sort, a pass after the sort of runs: merges pairs of sorted runs, and copies a run without a partner. Every
// part of the output can be made independently: it takes exactly the items between its cut and the next part's cut.
//
// import Segment from plan/state
// import pairAt, Pair from sort/merge/pairs
// given runKey, lessKey, putMerged

/** Writes outputs start … stop, given the cuts at both. A cut is not read where a pair begins or ends. */
fn mergeSpan(segment: Segment, start: u32, stop: u32, cutStart: u32, cutStop: u32) {
  for (var at = start; at < stop;) {
    let pair = pairAt(segment.length, at);
    let until = min(stop, pair.end);
    let fromA = select(0u, cutStart, at > pair.start);
    mergePart(segment.begin, pair, at, until, fromA, select(pair.countA, cutStop, until < pair.end));
    at = until;
  }
}

/** Writes outputs start … stop of a pair: items fromA … toA of its first run, and the rest from its second run. */
fn mergePart(begin: u32, pair: Pair, start: u32, stop: u32, fromA: u32, toA: u32) {
  let beginA = begin + pair.start;
  let beginB = beginA + pair.countA;
  let toB = stop - pair.start - toA;
  var a = fromA;
  var b = start - pair.start - fromA;
  for (var i = start; i < stop; i++) {
    let keyA = runKey(beginA + min(a, max(toA, 1u) - 1u));
    let keyB = runKey(beginB + min(b, max(toB, 1u) - 1u));
    var takeA = b >= toB;
    if (a < toA && b < toB) {
      takeA = lessKey(keyA, keyB);
    }
    putMerged(begin + i, select(keyB, keyA, takeA));
    a += select(0u, 1u, takeA);
    b += select(1u, 0u, takeA);
  }
}
