// Stores the items of a sorted run, keys with values, as indices.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
//       storeIndex (select/topk/index_none | select/topk/index_now | sort/medium/runs/indices)
// given INDICES_PER_WORD

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  storeIndex(begin, length, slot, item, i, INDICES_PER_WORD);
}
