// Top-k, recorded: the rows of empty segments, and the number of results of each. An invocation takes a segment.
//
// import workgroupIndex from plan/grid
// import rowOf, endRow, storeCount from select/topk/rows
// given segmentAt, WORKGROUP, SEGMENT_COUNT

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let id = workgroupIndex(workgroup, grid) * WORKGROUP + invocation.x;
  if (id >= state[SEGMENT_COUNT]) {
    return;
  }
  let length = segmentAt(id).length;
  let row = rowOf(id, length);
  if (length == 0u) {
    endRow(id, row, 0u);
  } else {
    storeCount(id, row.count);
  }
}
