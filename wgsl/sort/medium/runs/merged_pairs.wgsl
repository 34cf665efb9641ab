// What is merged, keys with values: tagged items, of which places alone are left, until the last
// pass fetches key and value by them. The least item may be a real one's equal: then they are the same in all their
// words.
//
//   keysFrom, valuesIn     read: the call's own
//   valuesFrom, valuesTo   places before and after, of runs INDICES_PER_WORD to a word, then one; after the last pass
//                          values
//   keysOut                keys, after the last pass
//
// uses  NO_INDEX (sort/small/item/tagged)  mergedFrom mergedRun (sort/medium/runs/merge)  word storeIndex
//       (sort/medium/runs/indices)  isFinalPass (sort/medium/runs/tasks)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  MAX_KEY
//       sortKey keyBits (sort/keys/ compared | two_words | word)  keyOf itemIndexOf (sort/small/item/ words_two_words |
//       words_two_words_value | words_word | words_word_value)  inputValue (sort/access/ values_apart |
//       values_in_place)
// given Key  INDICES_PER_WORD  RUN

var<storage, read_write> valuesFrom: array<u32>;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

const MERGE_PAD = Item(Key(MAX_KEY), NO_INDEX);
const MERGE_MIN = Item();

fn readMergeItem(at: u32, i: u32) -> Item {
  let run = at - ((at - mergedFrom) & (mergedRun - 1u));
  let indicesPerWord = select(1u, INDICES_PER_WORD, mergedRun == RUN);
  if (i % indicesPerWord == 0u) {
    word = valuesFrom[run + (at - run + i) / indicesPerWord];
  }
  let index = run + extractBits(word, i % indicesPerWord * (32u / indicesPerWord), 32u / indicesPerWord);
  return Item(sortKey(keysFrom[index]), index);
}

/** What comes before `begin` and from `end` on is padding. */
fn leaveMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (!isFinalPass) {
    storeIndex(begin, end - begin, at - begin + i, item, i, 1u);
  } else if (at + i - begin < end - begin) {
    keysOut[at + i] = keyBits(keyOf(item));
    valuesTo[at + i] = inputValue(itemIndexOf(item));
  }
}
