// Items of a merge, keys without values. Past a run's end the greatest key pads, before its start the least key.
//
//   keysFrom, keysOut   sort keys before and after the pass; after the final pass keys
//
// import storedForm from sort/medium/runs/store_pass
// given MAX_KEY, Item, Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysOut: array<Key>;

const MERGE_PAD = MAX_KEY;
const MERGE_MIN = Key();

fn readMergeItem(at: u32, i: u32) -> Item {
  return keysFrom[at + i];
}

/** Stores an item, unless it is a pad: those are before `begin` and from `end` on. */
fn storeMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (at + i - begin < end - begin) {
    keysOut[at + i] = storedForm(item);
  }
}
