// The first item of a segment in the order of the sort, where a lane has a whole segment and keys are one word each.
// They are read four at a time: on lavapipe, where every lane loads word by word, loads are most of the time.
//
// import Item, precedes, makeItem, keyOf from sort/small/item
// given keyMapNow, sortKeyBy, inputKey, lessKey, KeyMap, InputWord

var<storage, read_write> input: array<InputWord>;

/** Of equal keys the first one stays, since items are read in order. Nothing reads the result of an empty segment. */
fn firstItem(begin: u32, length: u32) -> Item {
  let by = keyMapNow();
  let end = begin + length;
  let last = (max(end, 1u) - 1u) / 4u;
  var vector = begin / 4u;
  var item = makeItem(sortKeyBy(by, inputKey(begin)), begin, 0u);
  item = firstOf(item, vector, begin, end, by);
  for (vector++; vector < last; vector++) {
    let bits = input[vector];
    for (var k = 0u; k < 4u; k++) {
      let next = makeItem(sortKeyBy(by, bits[k]), 4u * vector + k, 0u);
      item = select(item, next, lessKey(keyOf(next), keyOf(item)));
    }
  }
  // Only the first and the last vector may have items of other segments.
  return firstOf(item, last, begin, end, by);
}

/** The first one of `before` and the items begin … end − 1 of a vector. */
fn firstOf(before: Item, vector: u32, begin: u32, end: u32, by: KeyMap) -> Item {
  var item = before;
  let bits = input[vector];
  for (var k = 0u; k < 4u; k++) {
    let i = 4u * vector + k;
    let next = makeItem(sortKeyBy(by, bits[k]), i, 0u);
    item = select(item, next, i >= begin && i < end && precedes(next, item));
  }
  return item;
}
