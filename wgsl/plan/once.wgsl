// The entry of a kernel whose workgroups each do one task. A grid has at least as many workgroups as there are tasks.
//
// import workgroupIndex from plan/grid
// given task

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  task(workgroupIndex(workgroup, grid), invocation.x);
}
