// A selection by digits reads the candidates of a segment if an earlier level copied them, else the input. Same names
// as select/radix/of_input.wgsl.
//
//   candidateKeys   read: sort keys
//
// given KeyMap, sortKeyBy, inputKey, keyMapNow, Key

var<storage, read_write> candidateKeys: array<Key>;

/** Whether the task reads candidates. */
var<private> inCandidates: bool;

fn readsCandidates(areCopied: bool) -> bool {
  inCandidates = areCopied;
  return areCopied;
}

fn readsNow(areCopied: bool) -> bool {
  return true;
}

fn sourceKey(map: KeyMap, i: u32) -> Key {
  if (inCandidates) {
    return candidateKeys[i];
  }
  return sortKeyBy(map, inputKey(i));
}

fn sourceMap() -> KeyMap {
  return keyMapNow();
}
