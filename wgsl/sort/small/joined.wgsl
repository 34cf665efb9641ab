// Several small bins in one dispatch, GPUs. Every workgroup serves one bin: the first workgroups the first bin, and so
// on. The bins have networks of equally many registers, so none takes registers from another.
//
//   state, spans         read: the bins' lists
//   keysIn, valuesIn     read; values only for pairs
//   keysOut, valuesOut   written
//
// uses  workgroupIndex (plan/workgroup_index)
// given sortJoined

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  sortJoined(workgroupIndex(workgroup, grid), invocation.x);
}
