// Sorts the runs of segments of one or several runs: LANES lanes sort one run of RUN items in registers. There is no
// loop over the runs of a segment, since on software adapters all code inside a loop is more expensive.
//
//   state, spans   read: the bins' lists
//   keysIn         read
//   keysOut        written: keys of segments of one run, sort keys of other segments
//   valuesTo       written instead for pairs: indices
//
// import mergesOf, taskAt, isFinalPass from sort/medium/runs/tasks
// import workgroupIndex from plan/workgroup_index
// given sortRun, WORKGROUP, LANES, RUN

var<uniform> remainingMerges: u32;

/** Whether the pass takes the k-th bin: remainingMerges is 0 for an even number of merges, 1 for an odd number. */
fn takesBin(k: u32) -> bool {
  return mergesOf(k) % 2u == remainingMerges;
}

fn tasksShift(k: u32) -> u32 {
  return k;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let task = taskAt((workgroupIndex(workgroup, grid) * WORKGROUP + local) / LANES);
  let length = select(0u, task.segment.length, task.live);
  let first = min(task.index * RUN, length);
  isFinalPass = task.k == 0u;
  sortRun(task.segment.begin + first, min(length - first, RUN), local);
}
