// Writes what later kernels need to know of the large class, when all segments are counted.
//
// import maxLarge from partition/large_table
// import writeGrid from plan/grid
// import ceilDiv from plan/ceil_div
// import finishTiles from sort/large/finish_tiles
// given ITEM_COUNT, TILE, LARGE_COUNT, FULL_TILE_COUNT, TILE_COUNT, ARGS_LARGE, LARGE_TASKS_PER_SEGMENT
// given LARGE_PER_WORKGROUP, ARGS_TILES

var<storage, read_write> state: array<u32>;

fn finishLarge(segments: u32, allFullTiles: u32) {
  let largeCount = min(segments, maxLarge());
  let fullCount = min(allFullTiles, state[ITEM_COUNT] / TILE);
  let tiles = fullCount + largeCount;
  state[LARGE_COUNT] = largeCount;
  state[FULL_TILE_COUNT] = fullCount;
  state[TILE_COUNT] = tiles;
  writeGrid(ARGS_LARGE, ceilDiv(largeCount * LARGE_TASKS_PER_SEGMENT, LARGE_PER_WORKGROUP));
  writeGrid(ARGS_TILES, ceilDiv(tiles, LARGE_PER_WORKGROUP));
  finishTiles(tiles);
}
