// Writes how many counters the tiles of the large class have: TILE_COUNTERS each.
//
// given RADIX_COUNTERS, TILE_COUNTERS

var<storage, read_write> state: array<u32>;

fn finishTiles(tiles: u32) {
  state[RADIX_COUNTERS] = tiles * TILE_COUNTERS;
}
