// Merge sort, a later pass: merges pairs of sorted runs of 2^runShift items into runs of twice the length, and copies a
// run without a partner. Any part of the output can be made alone: where its items begin in the two runs is found by a
// binary search (merge path, after Odeh, Green, Mwassi, Shmueli and Birk 2012).
//
//   keysFrom, keysTo   the runs before and after
//   runShift           uniform

fn work(segment: Segment, start: u32, stop: u32) {
  let run = 1u << runShift;
  for (var at = start; at < stop;) {
    let pair = at & ~(2u * run - 1u);
    let middle = min(pair + run, segment.length);
    let end = min(middle + run, segment.length);
    let until = min(stop, end);
    mergePart(segment.begin + pair, middle - pair, end - middle, at - pair, until - pair);
    at = until;
  }
}

/** Outputs start … stop of the merge of the `countA` items at `begin` and the `countB` items behind them. */
fn mergePart(begin: u32, countA: u32, countB: u32, start: u32, stop: u32) {
  let beginB = begin + countA;
  // How many of the first `start` outputs come from the first run.
  var low = start - min(start, countB);
  var high = min(start, countA);
  while (low < high) {
    let middle = (low + high) / 2u;
    if (lessKey(keysFrom[begin + middle], keysFrom[beginB + start - 1u - middle])) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  var a = low;
  var b = start - low;
  for (var i = start; i < stop; i++) {
    let keyA = keysFrom[begin + min(a, countA - 1u)];
    let keyB = keysFrom[beginB + min(b, max(countB, 1u) - 1u)];
    var takeA = b >= countB;
    if (a < countA && b < countB) {
      takeA = lessKey(keyA, keyB);
    }
    keysTo[begin + i] = select(keyB, keyA, takeA);
    a += select(0u, 1u, takeA);
    b += select(1u, 0u, takeA);
  }
}
