// Fills words[0 … items) with NONE, which no widened key and no index can be: what is still there after the sort lies
// outside every segment.

const NONE = 0xFFFFFFFFu;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (i < state[ITEM_COUNT]) {
    words[i] = NONE;
  }
}
