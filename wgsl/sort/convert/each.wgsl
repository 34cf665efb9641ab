// Entry point of the conversions. A lane does PER_LANE conversions, WORKGROUP apart, so that neighbouring lanes access
// neighbouring words. A module of the kernel defines one conversion: an item, or a word of several items.
//
//   state   read: the item count
//
// import workgroupIndex from plan/workgroup_index
// given convert, ITEM_COUNT, WORKGROUP, PER_LANE

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let items = state[ITEM_COUNT];
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    convert(first + k * WORKGROUP, items);
  }
}
