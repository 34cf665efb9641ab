// What is merged: sort keys. The largest one pads (sort/small/item/key.wgsl).

alias Item = Key;
const PAD = MOST_KEY;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}
