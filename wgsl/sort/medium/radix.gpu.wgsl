// Medium segments, GPUs. A workgroup sorts a segment in workgroup memory, by LOCAL_BITS bits at once.
//
//   state, spans         read: the bin's list
//   keysIn, valuesIn     read once, before any store: a segment can be sorted in place
//   keysOut, valuesOut   written once
//
// uses  uniformBinCount (plan/uniform_bin_count)  listedSegment (plan/lists)  tileWord sortTileByBits
//       (sort/radix/rank_tile.gpu)
// takes loadSegmentItem storeSegmentItem (sort/medium/ store_key.gpu | store_pair.gpu)  sortKeyBits (sort/keys/
//       two_words | word)
// given BIN  WORKGROUP  LOCAL_BITS

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
