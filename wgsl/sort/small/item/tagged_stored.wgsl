// Stores sorted tagged items to the output. All of them passed through the network, so every load comes before every
// store, and a segment can be sorted in place.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
//       restoredKey (sort/small/item/ stored_bits | stored_sort_key)  keyOf (sort/small/item/ words_two_words |
//       words_two_words_value | words_word | words_word_value)  storeValue (sort/small/item/ value_gathered |
//       value_none | words_two_words_value | words_word_value)
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = restoredKey(keyOf(item));
    storeValue(begin + slot, item);
  }
}
