// What a register of the small sort holds, keys without values: the sort key. Equal sort keys have equal bits (the map is a
// bijection here), so the order of ties is unseen, and the largest key may pad: a pad that changes places with a real
// one changes nothing.
//
// takes MAX_KEY lessKey (sort/keys/ compared | two_words | word)
// given Key

alias Item = Key;
const PAD = MAX_KEY;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}
