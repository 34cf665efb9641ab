// A workgroup writes a part of its tile without a last sort in workgroup memory: every lane writes its items once they
// are ranked. This saves an exchange through workgroup memory, but the writes are scattered.
//
// import sortTileByBits, rankByBits, itemSlot, laneKeys, laneRanks from sort/radix/rank_tile.gpu
// import digitAt from sort/radix/digits
// import digitBases from sort/large/downsweep.gpu
// given storeRankedItem, DIGITS, LOCAL_BITS, DIGIT_BITS, ITEMS, WORKGROUP

var<uniform> digitShift: u32;

var<workgroup> runFirsts: array<atomic<u32>, DIGITS>;   // per digit the slot of its first item in the sorted part
var<workgroup> runEnds: array<atomic<u32>, DIGITS>;     // per digit the slot after its last item

fn clearRun(digit: u32) {
  atomicStore(&runFirsts[digit], 0xFFFFFFFFu);
  atomicStore(&runEnds[digit], 0u);
}

fn scatter(local: u32, count: u32) {
  var shift = digitShift;
  for (; shift + LOCAL_BITS < digitShift + DIGIT_BITS; shift += LOCAL_BITS) {
    sortTileByBits(local, count, shift);
  }
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    if (itemSlot(local, i) < count) {
      atomicMin(&runFirsts[digitAt(laneKeys[i], digitShift)], laneRanks[i]);
    }
  }
  workgroupBarrier();
  for (var i = 0u; i < ITEMS; i++) {
    if (itemSlot(local, i) < count) {
      let digit = digitAt(laneKeys[i], digitShift);
      storeRankedItem(i, digitBases[digit] + laneRanks[i] - atomicLoad(&runFirsts[digit]));
    }
  }
}

/** Moves the bases behind the part's items. It begins and ends with a barrier. */
fn moveBases(local: u32, count: u32) {
  for (var i = 0u; i < ITEMS; i++) {
    if (itemSlot(local, i) < count) {
      atomicMax(&runEnds[digitAt(laneKeys[i], digitShift)], laneRanks[i] + 1u);
    }
  }
  workgroupBarrier();
  for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
    let end = atomicLoad(&runEnds[digit]);
    if (end > 0u) {
      digitBases[digit] += end - atomicLoad(&runFirsts[digit]);
    }
    clearRun(digit);
  }
  workgroupBarrier();
}
