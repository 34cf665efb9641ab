// Pairs of runs, and their cuts. A merge pass makes a run of 2 · runLength() items from a pair of runs.
// A cut says how many of the pair's outputs before an index come from its first run. A binary search finds it (merge
// path: Odeh, Green, Mwassi, Shmueli and Birk 2012).
//
// With an inconsistent comparator, independent searches may contradict each other. So cuts are made consistent before
// they are used (`requiredCut`). Then no item is lost or moved twice.
//
// import Segment from plan/state
// given lessKey

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

// ---- part mergeSpan
// Merge sort, a pass after the sort of runs: merges pairs of sorted runs, and copies a run without a partner. Every
// part of the output can be made independently: it takes exactly the items between its cut and the next part's cut.
//
// import Segment from plan/state

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

// ---- part tileCut
// The cuts of a merge pass at the starts of tiles, made consistent (`requiredCut` in sort/merge/pairs.wgsl).
//
//   counters   read: one cut per tile, in the order of the segments
//
// import Segment from plan/state
// given TILE

var<storage, read_write> counters: array<u32>;

/**
 * The maximum of `requiredCut` at the start of tile `index`, over every `step`th tile that begins inside the pair. The
 * first `skip` of these tiles are skipped. The maximum over all `skip` below `step` is the consistent cut.
 */
fn tileCut(segment: Segment, firstTile: u32, index: u32, skip: u32, step: u32) -> u32 {
  let at = index * TILE;
  let pair = pairAt(segment.length, at);
  var cut = 0u;
  if (isInside(pair, at)) {
    for (var other = pair.start / TILE + 1u + skip; other * TILE < pair.end; other += step) {
      cut = max(cut, requiredCut(counters[firstTile + other], other * TILE, at));
    }
  }
  return cut;
}

// ---- choice runs: storage
// The runs of a merge pass lie in storage: the pass reads `keysFrom` and writes `keysTo`.
//
//   runShift   uniform: log2 of the run length
//
// given Key

var<uniform> runShift: u32;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn runLength() -> u32 {
  return 1u << runShift;
}

fn runKey(i: u32) -> Key {
  return keysFrom[i];
}

fn putMerged(i: u32, key: Key) {
  keysTo[i] = key;
}

// ---- choice runs: workgroup
// The runs of a merge pass lie in workgroup memory, which holds a segment of up to CAPACITY items twice. A pass reads
// one side and writes the other. A lane's network stores its run here.
//
// import Item from sort/small/item
// given keyBits, Key, CAPACITY

var<workgroup> sides: array<Key, 2u * CAPACITY>;
var<private> fromSide: u32;          // first item of the side that the pass reads
var<private> mergedLength: u32;      // length of the pass's runs
var<private> segmentBegin: u32;

fn runLength() -> u32 {
  return mergedLength;
}

fn runKey(i: u32) -> Key {
  return sides[fromSide + i];
}

fn putMerged(i: u32, key: Key) {
  sides[CAPACITY - fromSide + i] = key;
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    sides[begin - segmentBegin + slot] = keyBits(item);
  }
}
