// Keys alone, as runs are left and merged. The greatest key pads behind a run, the least one before it
// (sort/small/item/key.wgsl).

fn keyOf(item: Item) -> Key {
  return item;
}

fn leaveValue(i: u32, item: Item) {
}
