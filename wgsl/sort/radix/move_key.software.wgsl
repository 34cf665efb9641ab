// Moves one item of a scatter, keys without values.
//
// given Key

var<storage, read_write> keysTo: array<Key>;

fn moveItem(source: u32, begin: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
}
