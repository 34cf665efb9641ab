// Keys of whole words are written as they are.

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
