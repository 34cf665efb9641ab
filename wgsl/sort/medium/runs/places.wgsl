// Pairs between passes are places alone, each counted from where its run begins, several to a word, the words from
// there too. Items are left in order, and as many as fill words; `i` tells which one of a word an item is.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  placeOf
//       (sort/small/item/ words_two_words | words_two_words_value | words_word | words_word_value)

var<storage, read_write> valuesTo: array<u32>;

var<private> word: u32;

fn leavePlace(begin: u32, length: u32, place: u32, item: Item, i: u32, places: u32) {
  word = insertBits(word, placeOf(item) - begin, i % places * (32u / places), 32u / places);
  if ((i + 1u) % places == 0u && place - i % places < length) {
    valuesTo[begin + place / places] = word;
  }
}
