// Loads and stores items of a medium segment in the radix sort: keys with values.
//
// import tileKeys from sort/radix/rank_tile.gpu
// given inputKey, setTileValue, inputValue, tileValue, Key

var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesOut: array<u32>;

fn loadSegmentItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
  setTileValue(slot, inputValue(i, begin));
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
  valuesOut[i] = tileValue(slot);
}
