// The rows in the order of their ids: sorted by the plan, or given in that order.

// ---- choice order: sorted
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

// ---- choice order: given
// Rows whose ids ascend already.
//
// import groupKey from group/keys
// given Key

fn keyAt(slot: u32) -> Key {
  return groupKey(slot);
}

fn rowAt(slot: u32) -> u32 {
  return slot;
}
