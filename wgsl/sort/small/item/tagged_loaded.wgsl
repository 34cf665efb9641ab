// Tagged items from the input (tagged.wgsl).

fn loadItem(begin: u32, length: u32, place: u32) -> Item {
  let i = begin + min(place, max(length, 1u) - 1u);
  return select(makeItem(MOST_KEY, NO_PLACE, 0u), makeItem(storedKey(inputKey(i)), i, loadValue(i)), place < length);
}
