// A reduce by key without a sort, second of three kernels, for more groups than workgroup memory holds: each row's
// value goes to the total of its group by an atomic operation. The operators are those of integers whose result does
// not depend on the order of rows. So the result is the same in every run.
//
//   call.items      number of rows
//   totals[group]   updated
//   groupBounds.y   number of groups
//
// import workgroupIndex from plan/grid
// import groupKey from group/keys
// import valueAt from group/atomic/value
// given Call, WORKGROUP, PER_LANE, addTotal

var<immediate> call: Call;
var<uniform> groupBounds: vec4u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + invocation.x;
  for (var k = 0u; k < PER_LANE; k++) {
    let row = first + k * WORKGROUP;
    if (row < call.items) {
      let group = groupKey(row);
      if (group < groupBounds.y) {
        addTotal(group, valueAt(row));
      }
    }
  }
}
