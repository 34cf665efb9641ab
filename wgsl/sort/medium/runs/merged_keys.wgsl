// What is merged, keys alone: pads behind a run and before it, and how a sort key is read.

const PAD = MOST_KEY;
const LEAST = Key();
alias Item = Key;

fn precedes(a: Item, b: Item) -> bool {
  return lessKey(a, b);
}

fn readItem(i: u32) -> Item {
  return keysFrom[i];
}
