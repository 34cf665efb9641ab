// The work of a pass over runs, dealt out: of several bins, bin after bin, and in each segment after segment. Segments of
// the k-th bin (runBin) have up to 2^k runs. Longer networks than a run's have bins of their own between FIRST_BIN, that of one
// run, and the RUN_NEXT-th.
//
//   mergesLeft    uniform: which merge, counted from the last, 1; of the pass that sorts runs, whether to the output (0) or not
//   sharesShift, takesBin   of the k-th bin: its segments make 2^sharesShift shares; whether the pass takes it

/** Whether what the share leaves is its segment's, sorted. Known at run time: a second kernel would take as long to compile. */
var<private> leavesKeys: bool;

struct Share {
  live: bool,
  k: u32,
  segment: Segment,
  index: u32,        // the share's place among its segment's
}

/** Merges, of up to 2^MERGE_SHIFT runs each, that segments of the k-th bin take. */
fn mergesOf(k: u32) -> u32 {
  return (k + MERGE_SHIFT - 1u) / MERGE_SHIFT;
}

fn runBin(k: u32) -> u32 {
  return select(RUN_BIN + k, FIRST_BIN, k == 0u);
}

fn shareAt(number: u32) -> Share {
  var found = Share(false, 0u, Segment(), number);
  for (var k = RUN_FIRST; k < RUN_BINS; k = max(k + 1u, RUN_NEXT)) {
    let shares = select(0u, binCount(runBin(k)) << sharesShift(k), takesBin(k));
    let here = !found.live && found.index < shares;
    found.k = select(found.k, k, here);
    found.live = found.live || here;
    found.index -= select(shares, 0u, found.live);
  }
  let shift = sharesShift(found.k);
  found.segment = listedSegment(runBin(found.k), select(0u, found.index >> shift, found.live));
  found.index &= (1u << shift) - 1u;
  return found;
}
