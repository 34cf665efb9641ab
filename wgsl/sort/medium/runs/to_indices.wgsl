// Stores the items of a sorted run, keys with values, as indices.
//
// uses  storeIndex (sort/medium/runs/indices)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
// given INDICES_PER_WORD

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  storeIndex(begin, length, slot, item, i, INDICES_PER_WORD);
}
