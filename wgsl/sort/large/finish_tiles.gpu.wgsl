// Writes how many counters the tiles of the large class have, TILE_COUNTERS each, and the grid of the scan over them.
//
// uses  writeGrid (plan/grid)  ceilDiv (plan/ceil_div)
// given RADIX_COUNTERS  TILE_COUNTERS  ARGS_RADIX_SCAN  SCAN_BLOCK

var<storage, read_write> state: array<u32>;

fn finishTiles(tiles: u32) {
  state[RADIX_COUNTERS] = tiles * TILE_COUNTERS;
  writeGrid(ARGS_RADIX_SCAN, ceilDiv(tiles * TILE_COUNTERS, SCAN_BLOCK));
}
