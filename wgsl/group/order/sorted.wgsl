// Rows in the order of a sort by group.
//
//   sortedKeys   read: the groups, ascending
//
// given Key

var<storage, read_write> sortedKeys: array<Key>;
var<storage, read_write> rowsOut: array<u32>;

fn keyAt(slot: u32) -> Key {
  return sortedKeys[slot];
}

fn rowAt(slot: u32) -> u32 {
  return rowsOut[slot];
}
