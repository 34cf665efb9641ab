// What is merged, keys with values: tagged items (sort/small/item/tagged.wgsl), of which places alone are left, until the last
// pass fetches key and value by them. The least item may be a real one's equal: then they are the same in all their words.
//
//   keysFrom, valuesIn     read: the call's own
//   valuesFrom, valuesTo   places before and after, of runs PLACES to a word, then one (places.wgsl); values after the last pass
//   keysOut                 keys, after the last pass

const PAD = Item(Key(MOST_KEY), NO_PLACE);
const LEAST = Item();

fn readItem(at: u32, i: u32) -> Item {
  let run = at - ((at - mergedFrom) & (mergedRun - 1u));
  let places = select(1u, PLACES, mergedRun == RUN);
  if (i % places == 0u) {
    word = valuesFrom[run + (at - run + i) / places];
  }
  let place = run + extractBits(word, i % places * (32u / places), 32u / places);
  return Item(sortKey(keysFrom[place]), place);
}

/** What comes before `begin` and from `end` on is padding. */
fn leaveItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (!leavesKeys) {
    leavePlace(begin, end - begin, at - begin + i, item, i, 1u);
  } else if (at + i - begin < end - begin) {
    keysOut[at + i] = keyBits(keyOf(item));
    valuesTo[at + i] = inputValue(placeOf(item));
  }
}
