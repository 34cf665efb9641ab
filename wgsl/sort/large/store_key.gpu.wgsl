// What a tile of the downsweep loads and stores, keys without values.
//
// uses  tileKeys laneKeys (sort/radix/rank_tile.gpu)
// given Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn loadTileItem(i: u32, slot: u32) {
  tileKeys[slot] = keysFrom[i];
}

fn storeTileItem(slot: u32, i: u32) {
  keysTo[i] = tileKeys[slot];
}

/** Of the lane's own items, the one of that number. */
fn storeRankedItem(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
}

fn copyTileItem(i: u32) {
  keysTo[i] = keysFrom[i];
}
