// What is merged, keys alone: the greatest key pads behind a run, the least one before it (sort/small/item/key.wgsl).

const PAD = MOST_KEY;
const LEAST = Key();
alias Item = Key;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}

fn readItem(at: u32, i: u32) -> Item {
  return keysFrom[at + i];
}

fn leave(i: u32, item: Item) {
  keysOut[i] = left(item);
}
