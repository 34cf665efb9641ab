// A workgroup writes a part of its tile after it has sorted the part in workgroup memory. The items of a digit are a
// run then, so neighbouring lanes write neighbouring indices.
//
// import digitAt from sort/radix/digits
// import tileKeys, tileWord, sortTileByBits from sort/radix/rank_tile.gpu
// import digitBases from sort/large/downsweep.gpu
// given storeTileItem, DIGIT_BITS, LOCAL_BITS, WORKGROUP

var<uniform> digitShift: u32;

fn clearRun(digit: u32) {
}

fn digitAtSlot(i: u32) -> u32 {
  return digitAt(tileKeys[tileWord(i)], digitShift);
}

fn scatter(local: u32, count: u32) {
  for (var shift = digitShift; shift < digitShift + DIGIT_BITS; shift += LOCAL_BITS) {
    sortTileByBits(local, count, shift);
  }
  // A digit's base becomes the index to which slot 0 would move.
  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAtSlot(i);
    if (i == 0u || digitAtSlot(max(i, 1u) - 1u) != digit) {
      digitBases[digit] -= i;
    }
  }
  workgroupBarrier();
  for (var i = local; i < count; i += WORKGROUP) {
    storeTileItem(tileWord(i), digitBases[digitAtSlot(i)] + i);
  }
}

/** Moves the bases behind the part's items. It begins and ends with a barrier. */
fn moveBases(local: u32, count: u32) {
  workgroupBarrier();
  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAtSlot(i);
    if (i + 1u == count || digitAtSlot(min(i + 1u, count - 1u)) != digit) {
      digitBases[digit] += i + 1u;
    }
  }
  workgroupBarrier();
}
