// The first row that has a group: negative ids of numbered groups come before it.

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

// ---- choice base: none
// No row is dropped before the first group.

fn firstGroupRow(items: u32) -> u32 {
  return 0u;
}

// ---- choice base: negative
// Signed ids that ascend already begin with the negative ones, which are dropped.
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
