// Items without a value.
//
// given Item

fn loadValue(i: u32, begin: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, begin: u32, item: Item) {
}
