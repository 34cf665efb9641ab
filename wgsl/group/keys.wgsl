// The sort key of a row's id. Equal keys are one group.

// ---- choice ids: distinct
// The group of a row, where groups are the distinct ids of one word: the id's sort key. So groups ascend as a sort
// orders ids, and with `signedZero: 'equal'` -0 and +0 are one group. All NaNs get the sort key of the first, so that
// they are one group.
//
// import bitsAt from operators/element
// given sortKey, Key, NAN_KEY

fn groupKey(row: u32) -> Key {
  return min(sortKey(bitsAt(row)), NAN_KEY);
}

// ---- choice ids: distinctTwoWords
// The group of a row, where groups are the distinct ids of two words: the id's sort key, low word first, as in
// group/keys.wgsl. All NaNs get the sort key of the first.
//
// import bitsAt from operators/element
// given sortKey, lessKey, Key, NAN_KEY, NAN_KEY_HIGH

fn groupKey(row: u32) -> Key {
  let key = sortKey(bitsAt(row));
  let first = vec2u(NAN_KEY, NAN_KEY_HIGH);
  return select(key, first, lessKey(first, key));
}

// ---- choice ids: number
// The group of a row, where the caller gives the number of groups: the id itself, of one word. An id outside, also a
// negative one, gets the number of groups. So its row comes after all groups.
//
//   groupBounds.y   number of groups
//
// import bitsAt from operators/element
// given Key

var<uniform> groupBounds: vec4u;

fn groupKey(row: u32) -> Key {
  return min(bitsAt(row), groupBounds.y);
}

// ---- choice ids: numberTwoWords
// The group of a row, where the caller gives the number of groups: the id itself, of two words, low word first. An id
// outside, also a negative one, gets the number of groups. So its row comes after all groups.
//
//   groupBounds.y   number of groups
//
// import bitsAt from operators/element
// given Key

var<uniform> groupBounds: vec4u;

fn groupKey(row: u32) -> Key {
  let id = bitsAt(row);
  return select(groupBounds.y, min(id.x, groupBounds.y), id.y == 0u);
}
