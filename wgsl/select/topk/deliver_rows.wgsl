// Top-k of large segments, last step: copies the sorted rows to the rows of the results. A task copies the slots of its
// tile, since a row has at most as many slots as its segment has items.
//
//   state, large    read
//   sortedIndices   read: the sorted rows
//   picked          written
//
// import workgroupIndex from plan/grid
// import tileAt from partition/tile_table
// import listedId from plan/state
// import selectedRow from select/radix/records
// import rowOf from select/topk/rows
// given blockIndex, blockLane, BLOCK_LANES, TILE_COUNT, LARGE_BIN, TILE

var<storage, read_write> state: array<u32>;
var<storage, read_write> sortedIndices: array<u32>;
var<storage, read_write> picked: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let number = blockIndex(workgroupIndex(workgroup, grid), local);
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  let row = rowOf(listedId(LARGE_BIN, tile.entry), tile.segment.length);
  let start = selectedRow(tile.entry, tile.segment);
  let end = min((tile.index + 1u) * TILE, row.count);
  for (var j = tile.index * TILE + blockLane(local); j < end; j += BLOCK_LANES) {
    picked[row.first + j] = sortedIndices[start + j];
  }
}
