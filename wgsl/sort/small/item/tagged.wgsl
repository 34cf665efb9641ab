// A tagged item, which a register of the small sort holds if a sort key does not suffice: a key, its index among all
// items, and in some plans a value. The index makes the network stable, and distinguishes pads from real items with the
// largest key.
//
// given Item, comparedKey, lessKey, itemIndexOf

const NO_INDEX = 0xFFFFFFFFu;

fn precedes(a: Item, b: Item) -> bool {
  let keyA = comparedKey(a);
  let keyB = comparedKey(b);
  return lessKey(keyA, keyB) || (all(keyA == keyB) && itemIndexOf(a) < itemIndexOf(b));
}
