// Medium segments by merging, a later pass: an invocation merges WAYS neighbouring runs of a segment, 4 or 8, some
// items at a time, in registers (`mergeRuns`, written out by src/sort/medium/run_merger.ts). No barrier. The work is
// dealt out WAYS runs by WAYS, not segment by segment, so that the few of the last pass lie in neighbouring lanes too.
//
//   state, spans        read: the bins' lists
//   keysFrom, keysOut   sort keys before and after, keys after the last pass
//
// uses  mergesOf taskAt isFinalPass (sort/medium/runs/tasks)  workgroupIndex (plan/workgroup_index)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
//       MERGE_PAD readMergeItem (sort/medium/runs/ merged_keys | merged_pairs)
// given WAYS  WORKGROUP  RUN  mergeRuns

var<uniform> remainingMerges: u32;

/** What is merged begins here, in runs of so many items. */
var<private> mergedFrom: u32;
var<private> mergedRun: u32;

/** log2 of how many runs a segment of the k-th bin has when so many merges are left: all merges take about as many. */
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

/** The i-th item of a block that begins at `at`, in a run that ends at `end`, or a pad behind it. */
fn runItem(at: u32, i: u32, end: u32) -> Item {
  return select(MERGE_PAD, readMergeItem(at, i), at + i < end);
}
