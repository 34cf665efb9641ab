// What is merged, keys with values: tagged items, of which places alone are left, until the last
// pass fetches key and value by them. The least item may be a real one's equal: then they are the same in all their
// words.
//
//   keysFrom, valuesIn     read: the call's own
//   valuesFrom, valuesTo   places before and after, of runs PLACES to a word, then one; after the last pass
//                          values
//   keysOut                keys, after the last pass
//
// uses  NO_PLACE (sort/small/item/tagged)  mergedFrom mergedRun (sort/medium/runs/merge)  word leavePlace
//       (sort/medium/runs/places)  leavesKeys (sort/medium/runs/shares)
// takes Item (sort/small/item/ key | words_two_words | words_two_words_value | words_word | words_word_value)  MOST_KEY
//       sortKey keyBits (sort/keys/ compared | two_words | word)  keyOf placeOf (sort/small/item/ words_two_words |
//       words_two_words_value | words_word | words_word_value)  inputValue (sort/access/ values_apart |
//       values_in_place)
// given Key  PLACES  RUN

var<storage, read_write> valuesFrom: array<u32>;
var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

const MERGE_PAD = Item(Key(MOST_KEY), NO_PLACE);
const MERGE_LEAST = Item();

fn readMergeItem(at: u32, i: u32) -> Item {
  let run = at - ((at - mergedFrom) & (mergedRun - 1u));
  let places = select(1u, PLACES, mergedRun == RUN);
  if (i % places == 0u) {
    word = valuesFrom[run + (at - run + i) / places];
  }
  let place = run + extractBits(word, i % places * (32u / places), 32u / places);
  return Item(sortKey(keysFrom[place]), place);
}

/** What comes before `begin` and from `end` on is padding. */
fn leaveMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (!leavesKeys) {
    leavePlace(begin, end - begin, at - begin + i, item, i, 1u);
  } else if (at + i - begin < end - begin) {
    keysOut[at + i] = keyBits(keyOf(item));
    valuesTo[at + i] = inputValue(placeOf(item));
  }
}
