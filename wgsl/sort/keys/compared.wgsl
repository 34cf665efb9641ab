// Keys in the order of the user's `less`. The kernels sort the keys' indices, and a comparison loads two keys. Ties are
// ordered by index. So every strict weak order sorts stably, and no two items are equal.
//
//   input         read: the call's keys, by customKey(i), which src/sort/custom.ts writes
//   less(a, b)    the user's comparator
//   DESCENDING    reverses the comparator
//
// given less, customKey, DESCENDING

const MAX_KEY = 0xFFFFFFFFu;   // the pad: no item has this index

fn sortKey(bits: u32) -> u32 {
  return bits;
}

fn keyBits(key: u32) -> u32 {
  return key;
}

/**
 * Whether key a comes before key b. Of two keys exactly one comes before the other, whatever `less` returns. For both
 * orders of a pair `less` gets the same question: does the key of higher index come before the other? So lanes that
 * exchange items agree, and no item is lost under an inconsistent comparator.
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
