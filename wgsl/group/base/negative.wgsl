// Signed ids that ascend already begin with the negative ones, which are dropped.
//
//   SIGN_BIT   the sign's bit in the last word of an id
//
// given lastWord, bitsAt, SIGN_BIT

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
