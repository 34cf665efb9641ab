// Items without a value.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)

fn loadValue(i: u32, begin: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, begin: u32, item: Item) {
}
