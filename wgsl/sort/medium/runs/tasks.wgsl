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
// import Segment, binCount, listedSegment from plan/state
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

// ---- part storedForm
// The form in which a pass stores keys without values: sort keys for the next merge; the keys' bits in the final pass.
//
// given keyBits, Key

fn storedForm(key: Key) -> Key {
  return select(key, keyBits(key), isFinalPass);
}

// ---- part storeIndex
// Between passes a pair is stored as an index, which counts from the start of its run. A word packs several indices,
// and the words of a run begin at the run's start. A lane stores items in order and in whole words. Item `i` of these
// is number `i` % indicesPerWord of its word.
//
//   valuesTo   written: indicesPerWord indices per word, lowest bits first
//
// import Item, itemIndexOf from sort/small/item

var<storage, read_write> valuesTo: array<u32>;

var<private> word: u32;

fn storeIndex(begin: u32, length: u32, slot: u32, item: Item, i: u32, indicesPerWord: u32) {
  word = insertBits(word, itemIndexOf(item) - begin, i % indicesPerWord * (32u / indicesPerWord), 32u / indicesPerWord);
  if ((i + 1u) % indicesPerWord == 0u && slot - i % indicesPerWord < length) {
    valuesTo[begin + slot / indicesPerWord] = word;
  }
}
