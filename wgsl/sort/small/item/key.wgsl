// A register of the small sort, keys without values: it holds the sort key. The key map is a bijection here, so equal
// sort keys have equal bits, and the order of ties has no effect. So the largest key can pad: an exchange of a pad and
// an equal real key changes nothing.
//
// given MAX_KEY, lessKey, Key

alias Item = Key;
const PAD = MAX_KEY;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}
