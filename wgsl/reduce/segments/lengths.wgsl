// Results that need only the lengths of segments. Each lane takes one segment. There is no partition.
//
//   state, offsets or begins and ends     read
//   outputs                               written, by segment id
//
// import workgroupIndex from plan/grid
// given segmentAt, WORKGROUP, SEGMENT_COUNT, writeResults, identity

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let id = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (id < state[SEGMENT_COUNT]) {
    writeResults(id, segmentAt(id).length, identity());
  }
}
