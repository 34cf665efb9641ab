// Keys of whole words are written as they are.
//
// given Key, WITH_LOW, WITH_HIGH

var<storage, read_write> keysLow: array<Key>;
var<storage, read_write> keysHigh: array<Key>;

fn setKeys(slot: u32, low: Key, high: Key) {
  if (WITH_LOW) {
    keysLow[slot] = low;
  }
  if (WITH_HIGH) {
    keysHigh[slot] = high;
  }
}
