// What is merged: sort keys. The greatest one pads behind a run, the least one before it (sort/small/item/key.wgsl).

alias Item = Key;
const PAD = MOST_KEY;
const LEAST = Key();

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}
