// The tile of a workgroup. One lane searches the tile table. WGSL's uniformity analysis knows the tile to be the same
// in all lanes, so barriers may follow.
//
// import Tile, tileAt from partition/tile_table
// given TILE_COUNT

var<storage, read_write> state: array<u32>;

var<workgroup> sharedTile: Tile;

/** Tile `number`, or a tile without items if there are fewer. For uniform control flow only, since it has a barrier. */
fn uniformTile(number: u32, local: u32) -> Tile {
  if (local == 0u) {
    sharedTile.count = 0u;
    if (number < state[TILE_COUNT]) {
      sharedTile = tileAt(number);
    }
  }
  return workgroupUniformLoad(&sharedTile);
}
