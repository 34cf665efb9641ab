// Loads and stores items of a tile in the downsweep: keys with values.
//
// import tileKeys, laneKeys, laneValues from sort/radix/rank_tile.gpu
// given setTileValue, inputValue, tileValue, Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

fn loadTileItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = keysFrom[i];
  setTileValue(slot, inputValue(i, begin));
}

fn storeTileItem(slot: u32, i: u32) {
  keysTo[i] = tileKeys[slot];
  valuesTo[i] = tileValue(slot);
}

/** Stores number `item` of the lane's items. */
fn storeRankedItem(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
  valuesTo[i] = laneValues[item];
}

fn copyTileItem(i: u32, begin: u32) {
  keysTo[i] = keysFrom[i];
  valuesTo[i] = inputValue(i, begin);
}
