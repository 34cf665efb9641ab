// What a tile of the downsweep loads and stores, keys with values.
//
// uses  tileKeys laneKeys (sort/radix/rank_tile.gpu)  tileValues laneValues (sort/radix/payload_value.gpu)
// given Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> valuesFrom: array<u32>;
var<storage, read_write> keysTo: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

fn loadTileItem(i: u32, place: u32) {
  tileKeys[place] = keysFrom[i];
  tileValues[place] = valuesFrom[i];
}

fn storeTileItem(place: u32, i: u32) {
  keysTo[i] = tileKeys[place];
  valuesTo[i] = tileValues[place];
}

/** Of the lane's own items, the one of that number. */
fn storeRankedItem(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
  valuesTo[i] = laneValues[item];
}

fn copyTileItem(i: u32) {
  keysTo[i] = keysFrom[i];
  valuesTo[i] = valuesFrom[i];
}
