// The items of a tournament are those that earlier tasks chose. Same name as sort/small/item/tagged_loaded.wgsl.
//
// uses  NO_INDEX (sort/small/item/tagged)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  makeItem
//       (sort/small/item/ words_two_words | words_two_words_value | words_word | words_word_value)  MAX_KEY (sort/keys/
//       compared | two_words | word)

var<storage, read_write> best: array<Item>;

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let item = best[begin + min(slot, max(length, 1u) - 1u)];
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}
