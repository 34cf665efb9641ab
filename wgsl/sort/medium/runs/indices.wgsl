// Pairs between passes are places alone, each counted from where its run begins, several to a word, the words from
// there too. Items are left in order, and as many as fill words; `i` tells which one of a word an item is.
//
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
//       itemIndexOf (sort/small/item/ words_two_words | words_two_words_value | words_word | words_word_value)

var<storage, read_write> valuesTo: array<u32>;

var<private> word: u32;

fn storeIndex(begin: u32, length: u32, slot: u32, item: Item, i: u32, indicesPerWord: u32) {
  word = insertBits(word, itemIndexOf(item) - begin, i % indicesPerWord * (32u / indicesPerWord), 32u / indicesPerWord);
  if ((i + 1u) % indicesPerWord == 0u && slot - i % indicesPerWord < length) {
    valuesTo[begin + slot / indicesPerWord] = word;
  }
}
