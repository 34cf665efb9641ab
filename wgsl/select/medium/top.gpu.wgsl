// Top-k of medium segments, GPUs. A workgroup sorts a segment in its memory, and stores the first items.
//
//   state, spans   read: the bin's list
//
// import uniformBinCount, listedSegment, listedId from plan/state
// import sortSegment from select/medium/sorted.gpu
// import tileWord, tileKeys, tileValue from sort/radix/rank.gpu
// import storeTop, rowOf, slotsOf from select/topk/rows
// given sortKey, BIN, WORKGROUP

fn task(workgroup: u32, local: u32) {
  let slot = workgroup;
  if (slot >= uniformBinCount(BIN, local)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  sortSegment(segment, local);
  // Another pass writes the counts, and the rows of empty segments.
  let row = rowOf(listedId(BIN, slot), segment.length);
  for (var i = local; i < slotsOf(row); i += WORKGROUP) {
    let word = tileWord(i);
    storeTop(row.first + i, sortKey(tileKeys[word]), segment.begin + tileValue(word), segment.begin, i < row.count);
  }
}
