// The group of a row, where the caller gives the number of groups: the id itself, of two words, low word first. An id
// outside, also a negative one, gets the number of groups. So its row comes after all groups.
//
//   groupBounds.y   number of groups
//
// given bitsAt, Key

var<uniform> groupBounds: vec4u;

fn groupKey(row: u32) -> Key {
  let id = bitsAt(row);
  return select(groupBounds.y, min(id.x, groupBounds.y), id.y == 0u);
}
