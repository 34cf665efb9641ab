// The group of a row, where groups are the distinct ids of two words: the id's sort key, low word first, as in
// group/keys/distinct.wgsl. All NaNs get the sort key of the first.
//
// given sortKey, bitsAt, lessKey, Key, NAN_KEY, NAN_KEY_HIGH

fn groupKey(row: u32) -> Key {
  let key = sortKey(bitsAt(row));
  let first = vec2u(NAN_KEY, NAN_KEY_HIGH);
  return select(key, first, lessKey(first, key));
}
