// Pairs of runs, and their cuts. A merge pass makes a run of 2 · runLength() items from a pair of runs.
// A cut says how many of the pair's outputs before an index come from its first run. A binary search finds it (merge
// path: Odeh, Green, Mwassi, Shmueli and Birk 2012).
//
// With an inconsistent comparator, independent searches may contradict each other. So cuts are made consistent before
// they are used (`requiredCut`). Then no item is lost or moved twice.
//
// import Segment from plan/state
// given runLength, lessKey, runKey

/** Two runs that are merged. Indices count from the segment's first item. */
struct Pair {
  start: u32,
  countA: u32,   // items of the first run; the items of the second run follow
  end: u32,
}

fn pairAt(length: u32, at: u32) -> Pair {
  let run = runLength();
  let start = at & ~(2u * run - 1u);
  let middle = min(start + run, length);
  return Pair(start, middle - start, min(middle + run, length));
}

/** Whether the cut at `at` needs a search: at a pair's start and end it is known. */
fn isInside(pair: Pair, at: u32) -> bool {
  return at > pair.start && at < pair.end;
}

/** The cut at `at`: how many of the pair's outputs before it come from its first run. minCut and maxCut bound it. */
fn searchCut(segment: Segment, pair: Pair, at: u32, minCut: u32, maxCut: u32) -> u32 {
  let outputs = at - pair.start;
  let countB = pair.end - pair.start - pair.countA;
  let beginA = segment.begin + pair.start;
  let beginB = beginA + pair.countA;
  var low = max(minCut, outputs - min(outputs, countB));
  var high = min(maxCut, min(outputs, pair.countA));
  while (low < high) {
    let middle = (low + high) / 2u;
    if (lessKey(runKey(beginA + middle), runKey(beginB + outputs - 1u - middle))) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * The least cut at `at` that is consistent with the cut at `other`. After `other` a cut is at least as great. Before
 * `other` it is less by at most the number of outputs between them.
 *
 * The maximum over all cuts of a pair, including the one at `at`, makes the cuts consistent: from one cut to the next
 * neither run goes back. Where the cuts are already consistent, the maximum is the cut itself.
 */
fn requiredCut(cut: u32, other: u32, at: u32) -> u32 {
  return cut - min(cut, max(other, at) - at);
}
