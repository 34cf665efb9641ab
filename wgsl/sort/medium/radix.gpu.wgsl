// Medium segments, GPUs. A workgroup sorts a segment in workgroup memory, by LOCAL_BITS bits at once.
//
//   state, spans         read: the bin's list
//   keysIn, valuesIn     read once, before any store: a segment can be sorted in place
//   keysOut, valuesOut   written once
//
// import uniformBinCount, listedSegment from plan/state
// import tileWord, sortTileByBits from sort/radix/rank.gpu
// given sortKeyBits, BIN, WORKGROUP, LOCAL_BITS

fn task(workgroup: u32, local: u32) {
  let slot = workgroup;
  if (slot >= uniformBinCount(BIN, local)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  for (var i = local; i < segment.length; i += WORKGROUP) {
    loadSegmentItem(segment.begin + i, segment.begin, tileWord(i));
  }
  workgroupBarrier();
  for (var shift = 0u; shift < sortKeyBits(); shift += LOCAL_BITS) {
    sortTileByBits(local, segment.length, shift);
  }
  for (var i = local; i < segment.length; i += WORKGROUP) {
    storeSegmentItem(tileWord(i), segment.begin + i);
  }
}

// ---- choice store: keys
// Loads and stores items of a medium segment in the radix sort: keys without values.
//
// import tileKeys from sort/radix/rank.gpu
// given inputKey, Key

var<storage, read_write> keysOut: array<Key>;

fn loadSegmentItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
}

// ---- choice store: pairs
// Loads and stores items of a medium segment in the radix sort: keys with values.
//
// import tileKeys, setTileValue, tileValue from sort/radix/rank.gpu
// import inputValue from sort/access
// given inputKey, Key

var<storage, read_write> keysOut: array<Key>;
var<storage, read_write> valuesOut: array<u32>;

fn loadSegmentItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = inputKey(i);
  setTileValue(slot, inputValue(i, begin));
}

fn storeSegmentItem(slot: u32, i: u32) {
  keysOut[i] = tileKeys[slot];
  valuesOut[i] = tileValue(slot);
}
