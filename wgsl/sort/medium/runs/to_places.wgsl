// Sorted runs of keys with values, left as places: each counted from where its run begins, PLACES to a word, the words from
// there too. A lane's items come in order, and as many as fill words.

var<private> word: u32;

fn storeItem(begin: u32, length: u32, place: u32, item: Item, turn: u32) {
  let at = turn % PLACES;
  word = insertBits(word, placeOf(item) - begin, at * PLACE_BITS, PLACE_BITS);
  if (at == PLACES - 1u && place - at < length) {
    valuesTo[begin + place / PLACES] = word;
  }
}
