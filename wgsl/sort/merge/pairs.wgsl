// Pairs of runs of 2^runShift items that a merge pass makes runs of twice the length from, and cuts: how many of a
// pair's first outputs come from its first run, found by a binary search (merge path, after Odeh, Green, Mwassi,
// Shmueli and Birk 2012). Under an order that is none, searches made apart may contradict each other; so cuts are
// brought into line (`reach`) before they are used, and no item is lost or moved twice.
//
//   keysFrom   read: the runs
//   runShift   uniform
//
// uses  Segment (plan/state)
// takes lessKey (sort/keys/ compared | two_words | word)
// given Key

var<uniform> runShift: u32;
var<storage, read_write> keysFrom: array<Key>;

/** Two runs that are merged; places count from the segment's first item. */
struct Pair {
  start: u32,
  countA: u32,   // items of the first run; the second one's lie behind them
  end: u32,
}

fn pairAt(length: u32, at: u32) -> Pair {
  let run = 1u << runShift;
  let start = at & ~(2u * run - 1u);
  let middle = min(start + run, length);
  return Pair(start, middle - start, min(middle + run, length));
}

/** Whether a cut has to be searched at `at`: at a pair's ends it is known. */
fn isInside(pair: Pair, at: u32) -> bool {
  return at > pair.start && at < pair.end;
}

/** How many of the pair's outputs before `at` come from its first run: at least `low`, at most `high`. */
fn searchCut(segment: Segment, pair: Pair, at: u32, minCut: u32, maxCut: u32) -> u32 {
  let outputs = at - pair.start;
  let countB = pair.end - pair.start - pair.countA;
  let beginA = segment.begin + pair.start;
  let beginB = beginA + pair.countA;
  var low = max(minCut, outputs - min(outputs, countB));
  var high = min(maxCut, min(outputs, pair.countA));
  while (low < high) {
    let middle = (low + high) / 2u;
    if (lessKey(keysFrom[beginA + middle], keysFrom[beginB + outputs - 1u - middle])) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * What a cut at `other` asks of the cut at `at`: as many items or more behind it, and before it as many but those that
 * lie between. The most that all cuts of a pair ask, their own included, is in line: from one to the next neither run
 * goes back. Where the cuts are in line already, it is the cut itself.
 */
fn reach(cut: u32, other: u32, at: u32) -> u32 {
  return cut - min(cut, max(other, at) - at);
}
