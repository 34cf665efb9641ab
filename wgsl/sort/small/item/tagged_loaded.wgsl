// Loads tagged items from the input.
//
// import NO_INDEX from sort/small/item/tagged
// given Item, makeItem, storedKey, inputKey, loadValue, MAX_KEY

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let i = begin + min(slot, max(length, 1u) - 1u);
  let item = makeItem(storedKey(inputKey(i)), i, loadValue(i, begin));
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}
