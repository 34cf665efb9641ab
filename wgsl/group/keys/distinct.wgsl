// The group of a row, where groups are the distinct ids of one word: the id's sort key. So groups ascend as a sort
// orders ids, and with `signedZero: 'equal'` -0 and +0 are one group. All NaNs get the sort key of the first, so that
// they are one group.
//
// given sortKey, bitsAt, Key, NAN_KEY

fn groupKey(row: u32) -> Key {
  return min(sortKey(bitsAt(row)), NAN_KEY);
}
