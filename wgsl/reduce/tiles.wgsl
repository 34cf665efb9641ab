// Large segments, first stage: GROUP_LANES lanes fold a tile. A tile is a whole subtree of the segment's tree.
//
//   state, large, input                 read
//   partials[tile in segment order]     written

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let number = (workgroupIndex(workgroup, grid) * WORKGROUP + local) / GROUP_LANES;
  let lane = local % GROUP_LANES;
  let live = number < state[TILE_COUNT];
  let tile = tileAt(select(0u, number, live));
  let count = select(0u, tile.count, live);
  let result = fold(tile.start, count, lane, local, roundsFor(count, local));
  if (live && lane == 0u) {
    partials[tile.firstTile + tile.index] = accBits(result);
  }
}
