// Long segments of rows, first stage. LANES lanes take a tile of rows. A lane folds one column after another. A tile is
// a whole subtree of each column's tree.
//
//   state, spans                 read: the list of the large bin
//   input, rowsIn, weightsIn     read (reduce/rows/terms)
//   partials                     written: one accumulator a tile slot and column
//   outputs                      written, by segment id, only if every long segment is one tile (TILES_EACH is 1)
//
// import spreadTileAt from partition/spread_tiles
// import listedId from plan/state
// import column, foldColumn from reduce/rows/terms
// given WORKGROUP, LANES, WIDTH, TILE_COUNT, TILES_EACH, storePartial, writeResults, LARGE_BIN

var<storage, read_write> state: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / LANES;
  if (number < state[TILE_COUNT]) {
    let tile = spreadTileAt(number);
    if (tile.count > 0u) {
      for (var k = local % LANES; k < WIDTH; k += LANES) {
        column = k;
        let result = foldColumn(tile.begin, tile.count, tile.segment.begin);
        if (state[TILES_EACH] > 1u) {
          storePartial(tile.slot * WIDTH + k, result);
        } else {
          writeResults(listedId(LARGE_BIN, tile.entry) * WIDTH + k, tile.segment.length, result);
        }
      }
    }
  }
}
