// Segments of one run, and of several that are merged later: LANES lanes sort one run of RUN items in
// their registers. No loop over the runs of a segment: on software adapters
// all that is inside one is dearer.
//
//   state, spans   read: the bins' lists
//   keysIn         read
//   written        keys of segments of one run, sort keys of all others; for pairs places
//
// uses  mergesOf taskAt isFinalPass (sort/medium/runs/tasks)  workgroupIndex (plan/workgroup_index)
// takes sortRun (sort/medium/runs/ one_network | short)
// given WORKGROUP  LANES  RUN

var<uniform> remainingMerges: u32;

/** Of the bins whose merges end in the output if they begin there. */
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
