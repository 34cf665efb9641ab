// Keys in the order of the caller's own `less`. What is sorted are their indices: a comparison loads two keys, and ties
// go by index, so that any order that is strict and weak sorts stably, and no two indices are equal.
//
//   input         read: the call's keys (customKey(i) is written by src/sort/keys/custom_keys.ts)
//   less(a, b)    the caller's
//   DESCENDING    turns it round
//
// given less  customKey  DESCENDING

const MAX_KEY = 0xFFFFFFFFu;   // pads: no item has this index

fn sortKey(bits: u32) -> u32 {
  return bits;
}

fn keyBits(key: u32) -> u32 {
  return key;
}

/**
 * Of two keys exactly one goes before the other, whatever `less` says: it is asked one thing of a pair, whichever way
 * round the pair comes, whether the later key goes before the earlier one. So lanes that exchange items by it agree,
 * and none is lost to an order that is not one.
 */
fn lessKey(a: u32, b: u32) -> bool {
  if (max(a, b) == MAX_KEY) {
    return a < b;
  }
  let earlier = min(a, b);
  let later = max(a, b);
  let laterFirst = less(customKey(select(later, earlier, DESCENDING)), customKey(select(earlier, later, DESCENDING)));
  return laterFirst == (a > b);
}
