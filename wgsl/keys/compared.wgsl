// Keys in the order of the caller's own `less`. What is sorted are their indices: a comparison loads two keys, and ties
// go by index, so that any order that is strict and weak sorts stably, and no two indices are equal.
//
//   comparedKeys      read: the call's keys, KEY_WORDS words each (comparedKey(i) is written by src/sort/compare.ts)
//   less(a, b)        the caller's
//   DESCENDING        turns it round

const MOST_KEY = 0xFFFFFFFFu;   // pads: no item has this index

fn sortKey(bits: u32) -> u32 {
  return bits;
}

fn keyBits(key: u32) -> u32 {
  return key;
}

fn lessKey(a: u32, b: u32) -> bool {
  if (max(a, b) == MOST_KEY) {
    return a < b;
  }
  let first = comparedKey(select(a, b, DESCENDING));
  let second = comparedKey(select(b, a, DESCENDING));
  // One call decides most comparisons.
  if (less(first, second)) {
    return true;
  }
  return a < b && !less(second, first);
}
