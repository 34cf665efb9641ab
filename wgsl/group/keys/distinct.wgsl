// The group of a row, where groups are the distinct ids: the id's sort key. So groups ascend as a sort orders ids, and
// with `signedZero: 'equal'` -0 and +0 are one group.
//
// given sortKey, bitsAt, Key

fn groupKey(row: u32) -> Key {
  return sortKey(bitsAt(row));
}
