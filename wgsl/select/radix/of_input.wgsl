// A selection by digits reads the input. Same names as select/radix/of_candidates.wgsl.
const OF_CANDIDATES = false;

/** The sort key of an item. */
fn sourceKey(map: KeyMap, i: u32) -> Key {
  return sortKeyBy(map, inputKey(i));
}

fn sourceIndex(i: u32) -> u32 {
  return i;
}

fn sourceMap() -> KeyMap {
  return keyMapNow();
}
