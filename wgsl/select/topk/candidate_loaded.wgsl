// The items of a tournament are those that earlier tasks chose. Same names as select/topk/selected_loaded.wgsl.
//
//   best     read: ITEMS items a tile
//
// uses  NO_INDEX (sort/small/item/tagged)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  makeItem
//       (sort/small/item/ words_two_words | words_two_words_value | words_word | words_word_value)  MAX_KEY (sort/keys/
//       compared | two_words | word)
// given ITEMS  TILE

var<storage, read_write> best: array<Item>;

/** First item and number of items of a large segment. */
fn chosenItems(entry: u32, segment: vec4u, count: u32) -> vec2u {
  return vec2u((segment.x + entry) * ITEMS, ((segment.z - 1u) / TILE + 1u) * ITEMS);
}

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let item = best[begin + min(slot, max(length, 1u) - 1u)];
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}
