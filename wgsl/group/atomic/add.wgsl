// A reduce by key without a sort, second of three kernels: each row's value goes to the total of its group by an atomic
// operation. The operators are those of integers whose result does not depend on the order of rows. So the result is
// the same in every run.
//
//   call.items      number of rows
//   totals[group]   updated
//   groupBounds.y   number of groups

// ---- choice adds: direct
// For more groups than workgroup memory holds: each row is one atomic operation on memory.
//
// import workgroupIndex from plan/grid
// import groupKey from group/keys
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

// ---- choice adds: shared
// For groups that workgroup memory holds: a workgroup adds up its rows there, then adds its totals to those of all
// workgroups. Groups that its rows do not touch cost no access to memory.
//
// import workgroupIndex from plan/grid
// import groupKey from group/keys
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

// ---- choice value: given
// The value of a row, as an atomic operation on unsigned words takes it: an integer of VALUE_BITS bits. FLIPS has the
// sign's bit where signed numbers are compared.
//
//   valuesIn   read: packed, lowest bits first
//
// given VALUE_BITS, SIGNED, FLIPS

var<storage, read_write> valuesIn: array<u32>;

fn valueAt(row: u32) -> u32 {
  let perWord = 32u / VALUE_BITS;
  let word = valuesIn[row / perWord];
  let shift = row % perWord * VALUE_BITS;
  let signed = bitcast<u32>(extractBits(bitcast<i32>(word), shift, VALUE_BITS));
  return select(extractBits(word, shift, VALUE_BITS), signed, SIGNED) ^ FLIPS;
}

// ---- choice value: one
// Counts rows: the value of every row is 1.

fn valueAt(row: u32) -> u32 {
  return 1u;
}
