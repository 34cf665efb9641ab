// Tiles of long segments of rows, by begin and end. LANES lanes take a tile slot (reduce/rows/lists.wgsl),
// then those a whole grid further. A tile is a whole subtree of each column's tree.
//
//   lists, input, rowsIn, weightsIn   read
//   partials                          written: WIDTH accumulators a tile slot
//
// import workgroupIndex from plan/grid
// import column, foldRows, storePartials, MAX_LEAVES from reduce/rows/terms
// import longAt, ENTRIES, CHUNKS, CHUNK from reduce/rows/lists
// given LANES, COLUMNS, GROUPS, BLOCKS, WIDTH, TILE, MAX_CHUNKS, CHUNK_OWNERS

var<storage, read_write> lists: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let group = min(local / LANES, GROUPS - 1u);
  let lane = local - group * LANES;
  let entries = lists[ENTRIES];
  let slots = min(lists[CHUNKS], MAX_CHUNKS) * CHUNK;
  var number = workgroupIndex(workgroup, grid);
  for (var turn = 0u; turn < MAX_LEAVES; turn++) {
    let slot = number / BLOCKS * GROUPS + group;
    if (slot >= slots) {
      break;
    }
    column = number % BLOCKS * (LANES * COLUMNS) + lane;
    number += grid.x * grid.y;
    // A chunk that no segment has taken names any entry.
    let owner = longAt(min(lists[CHUNK_OWNERS + slot / CHUNK], entries - 1u));
    let tile = slot - owner.firstSlot;
    let isTaken = (owner.firstSlot <= slot) & (tile <= (owner.length - 1u) / TILE);
    if (isTaken & (lane < LANES) & (column < WIDTH)) {
      let skipped = tile * TILE;
      storePartials(slot, foldRows(owner.begin + skipped, min(owner.length - skipped, TILE), owner.begin));
    }
  }
}
