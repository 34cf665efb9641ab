// words[i] = i for every item: the values of a sort that moves indices first and wide values once.

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (i < state[ITEM_COUNT]) {
    words[i] = i;
  }
}
