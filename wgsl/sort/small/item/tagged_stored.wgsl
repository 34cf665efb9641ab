// Stores sorted tagged items to the output. All of them passed through the network, so every load of an item comes
// before every store.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
//       restoredKey (sort/small/item/ fetched_key | stored_bits | stored_sort_key)  storeValue (sort/small/item/
//       value_gathered | value_none | words_two_words_value | words_word_value)
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = restoredKey(item);
    storeValue(begin + slot, begin, item);
  }
}
