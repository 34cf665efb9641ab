// A tagged item's value is fetched by the item's index after the sort. Values must not be sorted in place: they would
// be overwritten before they are fetched.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
//       inputValue (sort/access/ values_apart | values_in_place | values_index | values_index_in_segment |
//       values_moved)  itemIndexOf (sort/small/item/ words_two_words | words_two_words_value | words_word |
//       words_word_value)

var<storage, read_write> valuesOut: array<u32>;

fn loadValue(i: u32, begin: u32) -> u32 {
  return 0u;
}

fn storeValue(i: u32, begin: u32, item: Item) {
  valuesOut[i] = inputValue(itemIndexOf(item), begin);
}
