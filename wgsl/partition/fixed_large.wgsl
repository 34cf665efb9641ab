// The table of large segments (partition/large.wgsl) for segments of one size, which have no partition. A lane a segment.

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let id = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let size = state[SEGMENT_SIZE];
  if (id < state[SEGMENT_COUNT] && isLarge(binOf(size))) {
    enterLarge(id, id * fullTiles(size), Segment(id * size, size));
  }
}
