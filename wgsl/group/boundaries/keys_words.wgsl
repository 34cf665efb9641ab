// The id of a group is that of its first row. Ids have one or two words.
//
//   keysOut   written: one id a group
//
// takes bitsAt (operators/element/ packed | packed_signed | three_words | word | word_of_vectors)
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeKey(group: u32, row: u32) {
  keysOut[group] = bitsAt(row);
}
