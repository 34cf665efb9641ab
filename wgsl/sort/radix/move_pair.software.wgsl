// Moves one item of a scatter, keys with values.
//
// takes inputValue (sort/access/ values_apart | values_in_place | values_index | values_index_in_segment |
//       values_moved)
// given Key

var<storage, read_write> keysTo: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

fn moveItem(source: u32, begin: u32, to: u32, bits: Key) {
  keysTo[to] = bits;
  valuesTo[to] = inputValue(source, begin);
}
