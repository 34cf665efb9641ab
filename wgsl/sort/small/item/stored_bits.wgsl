// Tagged items hold the key's bits, for keys that are sorted in place under a bit range or if -0 and +0 tie. The bits
// do not follow from the sort key then, and cannot be fetched after the sort. Every comparison applies the key map.
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

fn restoredKey(item: Item) -> Key {
  return keyOf(item);
}
