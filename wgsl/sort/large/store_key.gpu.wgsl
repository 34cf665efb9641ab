// Loads and stores items of a tile in the downsweep: keys without values.
//
// import tileKeys, laneKeys from sort/radix/rank_tile.gpu
// given Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn loadTileItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = keysFrom[i];
}

fn storeTileItem(slot: u32, i: u32) {
  keysTo[i] = tileKeys[slot];
}

/** Stores number `item` of the lane's items. */
fn storeRankedItem(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
}

fn copyTileItem(i: u32, begin: u32) {
  keysTo[i] = keysFrom[i];
}
