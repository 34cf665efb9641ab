// One pass of a merge sort over the tiles of all large segments. LANES lanes share a tile.
//
//   state, large   read: the tile table
//
// import tileAt from partition/tile_table
// import work from sort/merge/work
// given WORKGROUP, LANES, TILE_COUNT, TILE, RUN

var<storage, read_write> state: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / LANES;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  let segment = tile.segment;
  // A tile, and a lane's part of it, consists of whole runs.
  let first = tile.index * TILE;
  let perLane = (TILE + LANES * RUN - 1u) / (LANES * RUN) * RUN;
  let start = first + min(local % LANES * perLane, tile.count);
  work(segment, start, first + min((local % LANES + 1u) * perLane, tile.count));
}
