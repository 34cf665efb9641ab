// Between passes a pair is stored as an index, which counts from the start of its run. A word packs several indices,
// and the words of a run begin at the run's start. A lane stores items in order and in whole words. Item `i` of these
// is number `i` % indicesPerWord of its word.
//
//   valuesTo   written: indicesPerWord indices per word, lowest bits first
//
// given Item, itemIndexOf

var<storage, read_write> valuesTo: array<u32>;

var<private> word: u32;

fn storeIndex(begin: u32, length: u32, slot: u32, item: Item, i: u32, indicesPerWord: u32) {
  word = insertBits(word, itemIndexOf(item) - begin, i % indicesPerWord * (32u / indicesPerWord), 32u / indicesPerWord);
  if ((i + 1u) % indicesPerWord == 0u && slot - i % indicesPerWord < length) {
    valuesTo[begin + slot / indicesPerWord] = word;
  }
}
