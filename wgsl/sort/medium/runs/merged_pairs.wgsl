// What is merged, keys with values: tagged items (sort/small/item/tagged.wgsl), of which places alone are left, until the last
// pass fetches key and value by them. The least item may be a real one's equal: then they are the same in all their words.
//
//   keysFrom, valuesIn     read: the call's own
//   valuesFrom, valuesTo   places before and after; a run's as to_places.wgsl leaves them, values after the last pass
//   keysOut                 keys, after the last pass

const PAD = Item(Key(MOST_KEY), NO_PLACE);
const LEAST = Item();

/** Holds the places of several items, counted from where their run begins; blocks begin where words do. */
var<private> word: u32;

fn readItem(at: u32, i: u32) -> Item {
  let ofRun = (at - mergedFrom) & (mergedRun - 1u);
  let run = at - ofRun;
  let ofRuns = mergedRun == RUN;
  if (i % PLACES == 0u || (i % 2u == 0u && !ofRuns)) {
    word = valuesFrom[run + (ofRun + i) / select(2u, PLACES, ofRuns)];
  }
  let place = run + select(extractBits(word, i % 2u * 16u, 16u), extractBits(word, i % PLACES * PLACE_BITS, PLACE_BITS), ofRuns);
  return Item(sortKey(keysFrom[place]), place);
}

/** What comes before `begin` and from `end` on is padding. */
fn leaveItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  let place = placeOf(item);
  if (leavesKeys) {
    if (at + i - begin < end - begin) {
      keysOut[at + i] = keyBits(keyOf(item));
      valuesTo[at + i] = inputValue(place);
    }
  } else {
    word = insertBits(word, place - begin, i % 2u * 16u, 16u);
    if (i % 2u == 1u && at + i - 1u - begin < end - begin) {
      valuesTo[begin + (at + i - begin) / 2u] = word;
    }
  }
}
