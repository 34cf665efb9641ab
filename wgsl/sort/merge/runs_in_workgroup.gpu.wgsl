// The runs of a merge pass lie in workgroup memory, which holds a segment of up to CAPACITY items twice. A pass reads
// one side and writes the other. Same names as sort/merge/runs_in_storage.wgsl. A lane's network stores its run here.
//
// given Item, keyBits, Key, CAPACITY

var<workgroup> sides: array<Key, 2u * CAPACITY>;
var<private> fromSide: u32;          // first item of the side that the pass reads
var<private> mergedLength: u32;      // length of the pass's runs
var<private> segmentBegin: u32;

fn runLength() -> u32 {
  return mergedLength;
}

fn runKey(i: u32) -> Key {
  return sides[fromSide + i];
}

fn putMerged(i: u32, key: Key) {
  sides[CAPACITY - fromSide + i] = key;
}

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    sides[begin - segmentBegin + slot] = keyBits(item);
  }
}
