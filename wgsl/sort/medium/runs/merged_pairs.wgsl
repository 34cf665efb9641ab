// Items of a merge, keys with values: tagged items. Passes store only their indices, and the final pass fetches keys
// and values by index. The least item, which pads, may equal a real item: then all their words are equal.
//
//   keysFrom, valuesIn     read: the call's keys and values
//   valuesFrom, valuesTo   indices before and after the pass; after the final pass values. The first merge reads
//                          INDICES_PER_WORD indices per word, later ones read one
//   keysOut                written by the final pass: keys
//
// import NO_INDEX from sort/small/item/tagged
// import mergedFrom, mergedRun from sort/medium/runs/merge
// import word, storeIndex from sort/medium/runs/indices
// import isFinalPass from sort/medium/runs/tasks
// given Item, MAX_KEY, sortKey, keyBits, keyOf, inputValue, itemIndexOf, Key, INDICES_PER_WORD, RUN

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

/** Stores an item, unless it is a pad: those are before `begin` and from `end` on. */
fn storeMergeItem(at: u32, i: u32, begin: u32, end: u32, item: Item) {
  if (!isFinalPass) {
    storeIndex(begin, end - begin, at - begin + i, item, i, 1u);
  } else if (at + i - begin < end - begin) {
    keysOut[at + i] = keyBits(keyOf(item));
    valuesTo[at + i] = inputValue(itemIndexOf(item), begin);
  }
}
