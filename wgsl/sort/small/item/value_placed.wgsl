// A tagged item's value is fetched by the item's place once the items are in order. Only where values are not sorted in
// place: there they would be overwritten before they are fetched.

fn loadValue(i: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, item: Item) {
  valuesOut[i] = inputValue(placeOf(item));
}
