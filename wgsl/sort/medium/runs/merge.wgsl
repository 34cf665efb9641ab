// Medium segments by merging, a pass after the sort of runs. An invocation merges WAYS consecutive runs of a segment, 4
// or 8, in registers (`mergeRuns`, which src/sort/medium/run_merger.ts writes). No barrier. A task is WAYS runs, not a
// segment, so that the tasks of the last pass are in neighbouring lanes too.
//
//   state, spans        read: the bins' lists
//   keysFrom, keysOut   sort keys before and after the pass; after the final pass keys
//
// import mergesOf, taskAt, isFinalPass from sort/medium/runs/tasks
// import workgroupIndex from plan/workgroup_index
// given Item, MERGE_PAD, readMergeItem, WAYS, WORKGROUP, RUN, mergeRuns

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
