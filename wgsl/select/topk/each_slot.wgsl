// Entry point of the conversions of a top-k's results, as sort/convert/convert.wgsl is for items: the results are SLOTS
// slots per segment.
//
// import workgroupIndex from plan/grid
// given convert, SEGMENT_COUNT, MAX_K, WORKGROUP, PER_LANE

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let slots = state[SEGMENT_COUNT] * MAX_K;
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    convert(first + k * WORKGROUP, slots);
  }
}
