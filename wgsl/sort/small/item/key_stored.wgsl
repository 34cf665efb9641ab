// Stores sorted items, keys without values, to the output.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  keyBits
//       (sort/keys/ compared | two_words | word)
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = keyBits(item);
  }
}
