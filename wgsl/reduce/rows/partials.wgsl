// Long segments of rows, second stage. LANES lanes take a segment. A lane folds the results of its tiles, one column
// after another. A leaf is one tile's result.
//
//   state, spans     read: the list of the large bin
//   partials         read: one accumulator a tile slot and column
//   outputs          written: WIDTH results a segment, by segment id
//
// import listedSegment, listedId from plan/state
// import tilesOf, tileSize from partition/spread_tiles
// import column, foldColumn from reduce/rows/terms
// given WORKGROUP, LANES, WIDTH, LARGE_COUNT, LARGE_BIN, TILES_EACH, writeResults

var<storage, read_write> state: array<u32>;

fn task(workgroup: u32, local: u32) {
  let entry = (workgroup * WORKGROUP + local) / LANES;
  if (entry < state[LARGE_COUNT]) {
    let segment = listedSegment(LARGE_BIN, entry);
    let each = state[TILES_EACH];
    let tiles = tilesOf(segment.length, tileSize(segment.length, each));
    for (var k = local % LANES; k < WIDTH; k += LANES) {
      column = k;
      let result = foldColumn(entry * each, tiles, 0u);
      writeResults(listedId(LARGE_BIN, entry) * WIDTH + k, segment.length, result);
    }
  }
}
