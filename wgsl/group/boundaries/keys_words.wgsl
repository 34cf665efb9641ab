// The id of a group is that of its first row. Ids have one or two words.
//
//   keysOut   written: one id a group
//
// given bitsAt, Key

var<storage, read_write> keysOut: array<Key>;

fn storeKey(group: u32, row: u32) {
  keysOut[group] = bitsAt(row);
}
