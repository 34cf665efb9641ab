// Sorted runs of keys with values, left as places.
//
// uses  leavePlace (sort/medium/runs/places)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)
// given PLACES

fn storeItem(begin: u32, length: u32, place: u32, item: Item, i: u32) {
  leavePlace(begin, length, place, item, i, PLACES);
}
