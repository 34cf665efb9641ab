// Large segments, second stage: GROUP_LANES lanes fold the results of a segment's tiles, one a leaf.
//
//   state, large, partials     read
//   output[segment id]         written

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let entry = (workgroupIndex(workgroup, grid) * WORKGROUP + local) / GROUP_LANES;
  let lane = local % GROUP_LANES;
  let live = entry < state[LARGE_COUNT];
  let segment = large[select(0u, entry, live)];
  let tiles = select(0u, (segment.z - 1u) / TILE + 1u, live);
  let result = fold(segment.x + entry, tiles, lane, local, roundsFor(tiles, local));
  if (live && lane == 0u) {
    output[segment.w] = accBits(result);
  }
}
