// Medium segments, GPUs. A workgroup sorts a segment in workgroup memory, by LOCAL_BITS bits at once.
//
//   state, spans         read: the bin's list
//   keysIn, valuesIn     read once, before any store: a segment can be sorted in place
//   keysOut, valuesOut   written once
//
// import uniformBinCount from plan/uniform_bin_count
// import listedSegment from plan/lists
// import tileWord, sortTileByBits from sort/radix/rank_tile.gpu
// given loadSegmentItem, sortKeyBits, storeSegmentItem, BIN, WORKGROUP, LOCAL_BITS

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
