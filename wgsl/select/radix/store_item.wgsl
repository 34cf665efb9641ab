// Stores a kept item: its sort key, and its index in the input.
//
// given sourceIndex, Key

var<storage, read_write> keptKeys: array<Key>;
var<storage, read_write> keptIndices: array<u32>;

fn storeKept(to: u32, key: Key, i: u32) {
  keptKeys[to] = key;
  keptIndices[to] = sourceIndex(i);
}
