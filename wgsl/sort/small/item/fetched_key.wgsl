// Tagged items hold the sort key, from which the key's bits do not follow under a bit range or if -0 and +0 tie. So the
// store fetches the key by the item's index. Keys must not be sorted in place: they would be overwritten before they
// are fetched.
//
// takes sortKey (sort/keys/ compared | two_words | word)  Item (sort/small/item/ key | words_two_words |
//       words_two_words_value | words_word | words_word_value)  keyOf itemIndexOf (sort/small/item/ words_two_words |
//       words_two_words_value | words_word | words_word_value)  inputKey (select/keys/narrow | select/keys/of_vectors |
//       sort/access/keys_apart | sort/access/keys_in_place | sort/access/keys_index | sort/access/keys_kept)
// given Key

fn storedKey(bits: Key) -> Key {
  return sortKey(bits);
}

fn comparedKey(item: Item) -> Key {
  return keyOf(item);
}

fn restoredKey(item: Item) -> Key {
  return inputKey(itemIndexOf(item));
}
