// Loads tagged items from the input.
//
// uses  NO_INDEX (sort/small/item/tagged)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  makeItem
//       (sort/small/item/ words_two_words | words_two_words_value | words_word | words_word_value)  storedKey
//       (sort/small/item/ fetched_key | stored_bits | stored_sort_key)  inputKey (select/keys/narrow |
//       select/keys/of_vectors | sort/access/keys_apart | sort/access/keys_in_place | sort/access/keys_index |
//       sort/access/keys_kept)  loadValue (sort/small/item/ value_gathered | value_none | words_two_words_value |
//       words_word_value)  MAX_KEY (sort/keys/ compared | two_words | word)

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  let i = begin + min(slot, max(length, 1u) - 1u);
  let item = makeItem(storedKey(inputKey(i)), i, loadValue(i, begin));
  return select(makeItem(MAX_KEY, NO_INDEX, 0u), item, slot < length);
}
