// Tagged items from the input.
//
// uses  NO_PLACE (sort/small/item/tagged)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  makeItem
//       (sort/small/item/ words_two_words | words_two_words_value | words_word | words_word_value)  MOST_KEY
//       (sort/keys/ compared | two_words | word)  storedKey (sort/small/item/ stored_bits | stored_sort_key)  inputKey
//       (sort/access/ keys_apart | keys_in_place | keys_kept)  loadValue (sort/small/item/ value_none | value_placed |
//       words_two_words_value | words_word_value)

fn loadItem(begin: u32, length: u32, place: u32) -> Item {
  let i = begin + min(place, max(length, 1u) - 1u);
  return select(makeItem(MOST_KEY, NO_PLACE, 0u), makeItem(storedKey(inputKey(i)), i, loadValue(i)), place < length);
}
