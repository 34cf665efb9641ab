// Loads keys without values from the input.
//
// uses  PAD (sort/small/item/key)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  inputKey
//       (select/keys/narrow | select/keys/of_vectors | sort/access/keys_apart | sort/access/keys_in_place |
//       sort/access/keys_index | sort/access/keys_kept)  sortKey (sort/keys/ compared | two_words | word)

fn loadItem(begin: u32, length: u32, slot: u32) -> Item {
  // An unconditional load and a select are faster than a branch. The word that is loaded for a pad is dropped. In
  // place, another lane may be writing it.
  let bits = inputKey(begin + min(slot, max(length, 1u) - 1u));
  return select(PAD, sortKey(bits), slot < length);
}
