// The rows in the order of their ids: sorted by the plan, or given in that order. And where groups begin in that order.

// ---- part starts
// A group begins at the first row, and at each row whose group differs from that of the row before it.

/** Whether a slot of the ordered rows begins a group. */
fn startsGroup(slot: u32) -> bool {
  if (slot == 0u) {
    return true;
  }
  return !all(keyAt(slot) == keyAt(slot - 1u));
}

// ---- choice order: sorted
// Rows in the order of a sort by group.
//
//   sortedKeys   read: the groups, ascending
//
// given Key

var<storage, read_write> sortedKeys: array<Key>;
var<storage, read_write> rowsOut: array<u32>;

fn keyAt(slot: u32) -> Key {
  return sortedKeys[slot];
}

fn rowAt(slot: u32) -> u32 {
  return rowsOut[slot];
}

// ---- choice order: given
// Rows whose ids ascend already.
//
// import groupKey from group/keys
// given Key

fn keyAt(slot: u32) -> Key {
  return groupKey(slot);
}

fn rowAt(slot: u32) -> u32 {
  return slot;
}

// ---- choice base: none
// The first row that has a group: no row is dropped before it.

fn firstGroupRow(items: u32) -> u32 {
  return 0u;
}

// ---- choice base: negative
// The first row that has a group: signed ids that ascend already begin with the negative ones, which are dropped.
//
//   SIGN_BIT   the sign's bit in the last word of an id
//
// import bitsAt from operators/element
// given SIGN_BIT

/** The first row whose id is not negative, by binary search. */
fn firstGroupRow(items: u32) -> u32 {
  var low = 0u;
  var high = items;
  while (low < high) {
    let middle = (low + high) / 2u;
    if ((lastWord(bitsAt(middle)) & SIGN_BIT) != 0u) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

// ---- choice lastWord: word
// The last word of an id of one word.
//
// given Bits

fn lastWord(id: Bits) -> u32 {
  return id;
}

// ---- choice lastWord: twoWords
// The last word of an id of two words, low word first.
//
// given Bits

fn lastWord(id: Bits) -> u32 {
  return id.y;
}
