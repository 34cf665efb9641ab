// One merge pass over the tiles of all large segments, software adapters. An invocation merges the outputs of a tile.
//
//   state, large   read: the tile table
//
// import workgroupIndex from plan/grid
// import tileAt from partition/tile_table
// import tileCut, mergeSpan from sort/merge/pairs
// given WORKGROUP, TILE_COUNT, TILE

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let number = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  let segment = tile.segment;
  let first = tile.index * TILE;
  let cutFirst = tileCut(segment, tile.firstTile, tile.index, 0u, 1u);
  let cutLast = tileCut(segment, tile.firstTile, tile.index + 1u, 0u, 1u);
  mergeSpan(segment, first, first + tile.count, cutFirst, cutLast);
}
