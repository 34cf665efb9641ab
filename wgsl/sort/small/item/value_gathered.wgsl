// A tagged item's value is fetched by the item's index after the sort. Values must not be sorted in place: they would
// be overwritten before they are fetched.
//
// given Item, inputValue, itemIndexOf

var<storage, read_write> valuesOut: array<u32>;

fn loadValue(i: u32, begin: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, begin: u32, item: Item) {
  valuesOut[i] = inputValue(itemIndexOf(item), begin);
}
