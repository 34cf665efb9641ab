// What is merged, keys with values: tagged items (sort/small/item/tagged.wgsl). The least one may be an item's equal: then
// they are the same in all their words.

const PAD = Item(Key(MOST_KEY), NO_PLACE);
const LEAST = Item();

fn readItem(i: u32) -> Item {
  return Item(keysFrom[i], valuesFrom[i]);
}
