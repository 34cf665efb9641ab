// How many counters the large class's tiles have: TILE_COUNTERS each.
//
// given RADIX_COUNTERS  TILE_COUNTERS

var<storage, read_write> state: array<u32>;

fn finishTiles(tiles: u32) {
  state[RADIX_COUNTERS] = tiles * TILE_COUNTERS;
}
