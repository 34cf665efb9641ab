// What is merged, keys without values: the greatest key pads behind a run, the least one before it.
//
// uses  storedForm (sort/medium/runs/store_pass)
// takes MAX_KEY (sort/keys/ compared | two_words | word)  Item (sort/small/item/ key | words_two_words |
//       words_two_words_value | words_word | words_word_value)
// given Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysOut: array<Key>;

const MERGE_PAD = MAX_KEY;
const MERGE_MIN = Key();

fn readMergeItem(at: u32, i: u32) -> Item {
  return keysFrom[at + i];
}

/** What comes before `begin` and from `end` on is padding. */
fn leaveMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (at + i - begin < end - begin) {
    keysOut[at + i] = storedForm(item);
  }
}
