// A reduce by key without a sort, second of three kernels: a workgroup adds up its rows in workgroup memory by atomic
// operations, then adds its totals to those of all workgroups. Groups that its rows do not touch cost no access to
// memory. Same result as group/atomic/direct.wgsl.
//
//   call.items      number of rows
//   totals[group]   updated
//   groupBounds.y   number of groups, at most those that workgroup memory holds
//
// import workgroupIndex from plan/grid
// import groupKey from group/keys
// import valueAt from group/atomic/value
// given Call, WORKGROUP, sharedTotals, startValue, PER_LANE, addShared, addTotal

var<immediate> call: Call;
var<uniform> groupBounds: vec4u;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let groups = groupBounds.y;
  for (var group = local; group < groups; group += WORKGROUP) {
    atomicStore(&sharedTotals[group], startValue());
  }
  workgroupBarrier();
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    let row = first + k * WORKGROUP;
    if (row < call.items) {
      let group = groupKey(row);
      if (group < groups) {
        addShared(group, valueAt(row));
      }
    }
  }
  workgroupBarrier();
  for (var group = local; group < groups; group += WORKGROUP) {
    let total = atomicLoad(&sharedTotals[group]);
    if (total != startValue()) {
      addTotal(group, total);
    }
  }
}
