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

/** What comes before `begin` and from `end` on is padding. */
fn leaveItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (at + i - begin < end - begin) {
    keysOut[at + i] = left(item);
  }
}
