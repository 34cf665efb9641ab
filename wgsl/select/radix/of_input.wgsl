// A selection by digits reads the input. Same names as select/radix/of_candidates.wgsl.
//
// given KeyMap, sortKeyBy, inputKey, keyMapNow, Key

fn readsCandidates(areCopied: bool) -> bool {
  return false;
}

/** Whether the kernel reads a segment. `areCopied`: a level has copied its candidates. */
fn readsNow(areCopied: bool) -> bool {
  return !areCopied;
}

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
