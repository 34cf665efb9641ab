// Tagged items hold the key's own bits, since the sort key does not tell them all: a bit range, or -0 and +0 tied. The
// map is applied at every comparison.
//
// uses  NO_INDEX (sort/small/item/tagged)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  sortKey
//       MAX_KEY (sort/keys/ compared | two_words | word)  keyOf itemIndexOf (sort/small/item/ words_two_words |
//       words_two_words_value | words_word | words_word_value)
// given Key

fn storedKey(bits: Key) -> Key {
  return bits;
}

fn comparedKey(item: Item) -> Key {
  return select(sortKey(keyOf(item)), MAX_KEY, itemIndexOf(item) == NO_INDEX);
}

fn restoredKey(stored: Key) -> Key {
  return stored;
}
