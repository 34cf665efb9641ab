// Tagged items hold the sort key: the key is mapped once at the load, and mapped back at the store.
//
// takes sortKey keyBits (sort/keys/ compared | two_words | word)  Item (sort/small/item/ key | words_two_words |
//       words_two_words_value | words_word | words_word_value)  keyOf (sort/small/item/ words_two_words |
//       words_two_words_value | words_word | words_word_value)
// given Key

fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(item: Item) -> Key {
  return keyBits(keyOf(item));
}
