// One merge pass over the medium segments of a bin, GPUs. A workgroup merges a segment.
//
//   state, spans   read: the bin's list
//
// uses  workgroupIndex (plan/workgroup_index)  uniformBinCount (plan/uniform_bin_count)  listedSegment (plan/lists)
//       mergeTogether (sort/merge/together.gpu)
// given BIN  WORKGROUP

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let slot = workgroupIndex(workgroup, grid);
  if (slot >= uniformBinCount(BIN, local)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  let perLane = (segment.length + WORKGROUP - 1u) / WORKGROUP;
  mergeTogether(local, segment, 0u, segment.length, perLane, 0u, 0u);
}
