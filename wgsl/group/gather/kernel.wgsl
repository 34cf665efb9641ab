// Gathers items by rows that the caller gives. It is the only kernel of its plan. Its first invocation writes the state
// that a profile reads.
//
//   call    items: rows of the call, or the largest possible number where a buffer holds it; sources: items to choose
//           from
//   state   written: the header, with the number of rows as the item count
//
// import workgroupIndex from plan/grid
// import countOfCall from partition/setup
// given gatherRows, Call, WORKGROUP, PER_LANE, FIRST_ID, ITEM_COUNT

var<immediate> call: Call;
var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let rowCount = countOfCall(call.items);
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + invocation.x;
  if (first == 0u) {
    for (var i = 0u; i < FIRST_ID; i++) {
      state[i] = select(0u, rowCount, i == ITEM_COUNT);
    }
  }
  for (var k = 0u; k < PER_LANE; k++) {
    gatherRows(first + k * WORKGROUP, rowCount, call.sources);
  }
}
