// The work of a pass over runs, dealt out: of several bins, bin after bin, and in each segment after segment. Segments
// of the k-th bin have up to 2^k runs. Longer networks than a run's have bins of their own between FIRST_BIN, that of
// one run, and the RUN_NEXT-th.
//
//   remainingMerges    uniform: which merge, counted from the last, 1; of the pass that sorts runs, whether to the
//                 output (0) or not
//   tasksShift, takesBin   of the k-th bin: its segments make 2^tasksShift tasks; whether the pass takes it
//
// uses  Segment binCount (plan/state)  listedSegment (plan/lists)
// takes tasksShift takesBin (sort/medium/runs/ merge | sort)
// given MERGE_SHIFT  RUN_FIRST  RUN_BINS  RUN_NEXT  RUN_BIN  FIRST_BIN  BIN_BASES

var<storage, read_write> state: array<u32>;

/**
 * Whether what the share leaves is its segment's, sorted. Known at run time: a second kernel would take as long to
 * compile.
 */
var<private> isFinalPass: bool;

struct Task {
  live: bool,
  k: u32,
  segment: Segment,
  index: u32,        // the task's index among its segment's
}

/** Merges, of up to 2^MERGE_SHIFT runs each, that segments of the k-th bin take. */
fn mergesOf(k: u32) -> u32 {
  return (k + MERGE_SHIFT - 1u) / MERGE_SHIFT;
}

/** Drivers unroll the loop, and all lanes load the same words then. Bins' lists lie one after another. */
fn taskAt(number: u32) -> Task {
  var task: Task;
  var before = 0u;
  var slot = 0u;
  for (var k = RUN_FIRST; k < RUN_BINS; k++) {
    if (k > 0u && k < RUN_NEXT) {
      continue;
    }
    let bin = select(RUN_BIN + k, FIRST_BIN, k == 0u);
    let base = state[BIN_BASES + bin] - state[BIN_BASES + FIRST_BIN];
    let count = select(0u, binCount(bin) << tasksShift(k), takesBin(k));
    if (number - before < count) {
      task = Task(true, k, Segment(), number - before);
      slot = base;
    }
    before += count;
  }
  let shift = tasksShift(task.k);
  task.segment = listedSegment(FIRST_BIN, slot + (task.index >> shift));
  task.index &= (1u << shift) - 1u;
  return task;
}
