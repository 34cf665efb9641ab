// Medium segments by merging, a pass after the sort of runs. An invocation merges WAYS consecutive runs of a segment, 4
// or 8, in registers (`mergeRuns`, which src/sort/runs.ts writes). No barrier. A task is WAYS runs, not a
// segment, so that the tasks of the last pass are in neighbouring lanes too.
//
//   state, spans        read: the bins' lists
//   keysFrom, keysOut   sort keys before and after the pass; after the final pass keys
//
// import mergesOf, taskAt, isFinalPass from sort/medium/runs/tasks
// import workgroupIndex from plan/grid
// import Item from sort/small/item
// given WAYS, WORKGROUP, RUN, mergeRuns

var<uniform> remainingMerges: u32;

/** Index of the first item of the task, and length of its runs. */
var<private> mergedFrom: u32;
var<private> mergedRun: u32;

/** log2 of the runs of a segment of the k-th bin with `remaining` merges to do. All merges take about as many runs. */
fn runsShift(k: u32, remaining: u32) -> u32 {
  return k * remaining / mergesOf(k);
}

fn takesBin(k: u32) -> bool {
  return mergesOf(k) >= remainingMerges && WAYS == max(4u, 1u << (runsShift(k, remainingMerges) - tasksShift(k)));
}

fn tasksShift(k: u32) -> u32 {
  return runsShift(k, remainingMerges - 1u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let task = taskAt(workgroupIndex(workgroup, grid) * WORKGROUP + local);
  let run = RUN << (task.k - runsShift(task.k, remainingMerges));
  let first = task.index * WAYS * run;
  isFinalPass = remainingMerges == 1u;
  mergedRun = run;
  if (task.live && first < task.segment.length) {
    let begin = task.segment.begin;
    mergedFrom = begin + first;
    mergeRuns(mergedFrom, run, begin + task.segment.length);
  }
}

/** Item i of a block that begins at `at`, in a run that ends at `end`; a pad past the end. */
fn runItem(at: u32, i: u32, end: u32) -> Item {
  return select(MERGE_PAD, readMergeItem(at, i), at + i < end);
}

// ---- choice items: keys
// Items of a merge, keys without values. Past a run's end the greatest key pads, before its start the least key.
//
//   keysFrom, keysOut   sort keys before and after the pass; after the final pass keys
//
// import storedForm from sort/medium/runs/tasks
// import Item from sort/small/item
// given MAX_KEY, Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysOut: array<Key>;

const MERGE_PAD = MAX_KEY;
const MERGE_MIN = Key();

fn readMergeItem(at: u32, i: u32) -> Item {
  return keysFrom[at + i];
}

/** Stores an item, unless it is a pad: those are before `begin` and from `end` on. */
fn storeMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (at + i - begin < end - begin) {
    keysOut[at + i] = storedForm(item);
  }
}

// ---- choice items: pairs
// Items of a merge, keys with values: tagged items. Passes store only their indices, and the final pass fetches keys
// and values by index. The least item, which pads, may equal a real item: then all their words are equal.
//
//   keysFrom, valuesIn     read: the call's keys and values
//   valuesFrom, valuesTo   indices before and after the pass; after the final pass values. The first merge reads
//                          INDICES_PER_WORD indices per word, later ones read one
//   keysOut                written by the final pass: keys
//
// import NO_INDEX, Item, keyOf, itemIndexOf from sort/small/item
// import word, storeIndex, isFinalPass from sort/medium/runs/tasks
// import inputValue from sort/access
// given MAX_KEY, sortKey, keyBits, Key, INDICES_PER_WORD

var<storage, read_write> valuesFrom: array<u32>;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

const MERGE_PAD = Item(Key(MAX_KEY), NO_INDEX);
const MERGE_MIN = Item();

fn readMergeItem(at: u32, i: u32) -> Item {
  let run = at - ((at - mergedFrom) & (mergedRun - 1u));
  let indicesPerWord = select(1u, INDICES_PER_WORD, mergedRun == RUN);
  if (i % indicesPerWord == 0u) {
    word = valuesFrom[run + (at - run + i) / indicesPerWord];
  }
  let index = run + extractBits(word, i % indicesPerWord * (32u / indicesPerWord), 32u / indicesPerWord);
  return Item(sortKey(keysFrom[index]), index);
}

/** Stores an item, unless it is a pad: those are before `begin` and from `end` on. */
fn storeMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (!isFinalPass) {
    storeIndex(begin, end - begin, at - begin + i, item, i, 1u);
  } else if (at + i - begin < end - begin) {
    keysOut[at + i] = keyBits(keyOf(item));
    valuesTo[at + i] = inputValue(itemIndexOf(item), begin);
  }
}
