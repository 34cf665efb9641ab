// One step of a scatter, keys alone.
//
// given Key

var<storage, read_write> keysTo: array<Key>;

fn moveItem(source: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
}
