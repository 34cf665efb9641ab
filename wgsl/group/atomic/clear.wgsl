// A reduce by key without a sort, first of three kernels: each group's total begins as that of an empty group.
//
//   totals[group]   written
//   groupBounds.y   number of groups
//
// import workgroupIndex from plan/grid
// given WORKGROUP, startValue

var<uniform> groupBounds: vec4u;
var<storage, read_write> totals: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let group = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  if (group < groupBounds.y) {
    atomicStore(&totals[group], startValue());
  }
}
