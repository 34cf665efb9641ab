// The tasks of a pass over runs, which takes several bins. Tasks are numbered by bin, then segment. Segments of the
// k-th bin have up to 2^k runs. Networks longer than a run have separate bins between FIRST_BIN, the bin of one run,
// and the RUN_NEXT-th bin.
//
//   state             read: the bin counts
//   remainingMerges   uniform: the number of merges that remain, this one included; 1 is the final pass. In the pass
//                     that sorts runs: 0 if it writes the output, else 1
//   tasksShift(k)     a segment of the k-th bin makes 2^tasksShift tasks
//   takesBin(k)       whether the pass takes the k-th bin
//
// import Segment, binCount from plan/state
// import listedSegment from plan/lists
// given tasksShift, takesBin, MERGE_SHIFT, RUN_FIRST, RUN_BINS, RUN_NEXT, RUN_BIN, FIRST_BIN, BIN_BASES

var<storage, read_write> state: array<u32>;

/**
 * Whether the task completes its segment. It is a variable, since a second kernel would take as long to compile as the
 * first.
 */
var<private> isFinalPass: bool;

struct Task {
  live: bool,
  k: u32,
  segment: Segment,
  index: u32,        // among the tasks of the segment
}

/** The number of merges of a segment of the k-th bin. A merge takes up to 2^MERGE_SHIFT runs. */
fn mergesOf(k: u32) -> u32 {
  return (k + MERGE_SHIFT - 1u) / MERGE_SHIFT;
}

/** Finds a task. Drivers unroll the loop, so that all lanes load the same words. The bins' lists are contiguous. */
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
