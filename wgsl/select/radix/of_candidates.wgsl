// A selection by digits reads the candidates that an earlier level copied.
//
//   candidateKeys, candidateIndices   read: sort keys, and the items that they belong to
//
// given Key

var<storage, read_write> candidateKeys: array<Key>;
var<storage, read_write> candidateIndices: array<u32>;

fn readsCandidates(areCopied: bool) -> bool {
  return true;
}

fn readsNow(areCopied: bool) -> bool {
  return areCopied;
}

fn sourceMap() -> u32 {
  return 0u;
}

fn sourceKey(map: u32, i: u32) -> Key {
  return candidateKeys[i];
}

fn sourceIndex(i: u32) -> u32 {
  return candidateIndices[i];
}
