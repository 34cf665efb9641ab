// Sorted runs of keys with values, left as places: each counted from where its run begins, PLACES to a word, the words from
// there too. A lane's items come in order, and as many as fill words; `i` tells which one of a word an item is.

var<private> word: u32;

fn storeItem(begin: u32, length: u32, place: u32, item: Item, i: u32) {
  word = insertBits(word, placeOf(item) - begin, i % PLACES * PLACE_BITS, PLACE_BITS);
  if ((i + 1u) % PLACES == 0u && place - i % PLACES < length) {
    valuesTo[begin + place / PLACES] = word;
  }
}
