// The group of a row, where groups are the distinct ids: the id's sort key. So groups ascend as a sort orders ids, and
// with `signedZero: 'equal'` -0 and +0 are one group.
//
// takes sortKey (sort/keys/ compared | two_words | word)  bitsAt (operators/element/ packed | packed_signed |
//       three_words | word | word_of_vectors)
// given Key

fn groupKey(row: u32) -> Key {
  return sortKey(bitsAt(row));
}
