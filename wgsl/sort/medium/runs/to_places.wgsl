// Sorted runs of keys with values, left as places.

fn storeItem(begin: u32, length: u32, place: u32, item: Item, i: u32) {
  leavePlace(begin, length, place, item, i, PLACES);
}
