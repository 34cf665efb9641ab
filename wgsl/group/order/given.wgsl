// Rows whose ids ascend already. Same names as group/order/sorted.wgsl.
//
// given groupKey, Key

fn keyAt(slot: u32) -> Key {
  return groupKey(slot);
}

fn rowAt(slot: u32) -> u32 {
  return slot;
}
