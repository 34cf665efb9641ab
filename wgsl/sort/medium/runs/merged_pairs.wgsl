// What is merged, keys with values: tagged items (sort/small/item/tagged.wgsl), of which places alone are left, until the last
// pass fetches key and value by them. The least item may be a real one's equal: then they are the same in all their words.
//
//   keysFrom, valuesIn     read: the call's own
//   valuesFrom, valuesTo   places before and after; a run's as to_places.wgsl leaves them, values after the last pass
//   keysOut                 keys, after the last pass

const PAD = Item(Key(MOST_KEY), NO_PLACE);
const LEAST = Item();

/** Holds the places of several items; blocks begin where words do. */
var<private> word: u32;

fn readItem(at: u32, i: u32) -> Item {
  let ofRun = select(0u, (at - mergedFrom) % RUN, mergesRuns);
  let run = at - ofRun;
  if (i % PLACES == 0u || !mergesRuns) {
    word = valuesFrom[run + select(i, (ofRun + i) / PLACES, mergesRuns)];
  }
  let place = select(word, run + extractBits(word, i % PLACES * PLACE_BITS, PLACE_BITS), mergesRuns);
  return Item(sortKey(keysFrom[place]), place);
}

fn leave(i: u32, item: Item) {
  let place = placeOf(item);
  if (leavesKeys) {
    keysOut[i] = keyBits(keyOf(item));
    valuesTo[i] = inputValue(place);
  } else {
    valuesTo[i] = place;
  }
}
