// A workgroup writes its tile without a last sort in workgroup memory: every lane writes its items once they are
// ranked. This saves an exchange through workgroup memory, but the writes are scattered.
//
// uses  sortTileByBits rankByBits laneKeys laneRanks (sort/radix/rank_tile.gpu)  digitAt (sort/radix/digits)
//       digitBases (sort/large/downsweep.gpu)
// takes storeRankedItem (sort/large/ store_key.gpu | store_pair.gpu)
// given DIGITS  LOCAL_BITS  DIGIT_BITS  ITEMS

var<uniform> digitShift: u32;

var<workgroup> runFirsts: array<atomic<u32>, DIGITS>;   // per digit the slot of its first item in the sorted tile

fn clearRun(digit: u32) {
  atomicStore(&runFirsts[digit], 0xFFFFFFFFu);
}

fn scatter(local: u32, count: u32) {
  var shift = digitShift;
  for (; shift + LOCAL_BITS < digitShift + DIGIT_BITS; shift += LOCAL_BITS) {
    sortTileByBits(local, count, shift);
  }
  rankByBits(local, count, shift);
  // Pads are last in every exchange.
  let items = min(ITEMS, count - min(local * ITEMS, count));
  for (var i = 0u; i < items; i++) {
    atomicMin(&runFirsts[digitAt(laneKeys[i], digitShift)], laneRanks[i]);
  }
  workgroupBarrier();
  for (var i = 0u; i < items; i++) {
    let digit = digitAt(laneKeys[i], digitShift);
    storeRankedItem(i, digitBases[digit] + laneRanks[i] - atomicLoad(&runFirsts[digit]));
  }
}
