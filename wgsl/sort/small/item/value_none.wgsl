// Items without a value.

fn loadValue(i: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, item: Item) {
}
