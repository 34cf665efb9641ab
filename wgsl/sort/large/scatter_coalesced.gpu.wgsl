// A workgroup writes its tile after it has sorted the tile in workgroup memory. The items of a digit are a run then,
// so neighbouring lanes write neighbouring indices.
//
// uses  sortTileByBits tileKeys (sort/radix/rank_tile.gpu)  digitAt (sort/radix/digits)  bank (scan/block.gpu)
//       digitBases (sort/large/downsweep.gpu)
// takes storeTileItem (sort/large/ store_key.gpu | store_pair.gpu)
// given DIGITS  DIGIT_BITS  LOCAL_BITS  WORKGROUP

var<uniform> digitShift: u32;

var<workgroup> runStarts: array<u32, DIGITS>;   // per digit that occurs the slot of its first item in the sorted tile

fn clearRun(digit: u32) {
}

fn scatter(local: u32, count: u32) {
  for (var shift = digitShift; shift < digitShift + DIGIT_BITS; shift += LOCAL_BITS) {
    sortTileByBits(local, count, shift);
  }
  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAt(tileKeys[bank(i)], digitShift);
    if (i == 0u || digitAt(tileKeys[bank(max(i, 1u) - 1u)], digitShift) != digit) {
      runStarts[digit] = i;
    }
  }
  workgroupBarrier();
  for (var i = local; i < count; i += WORKGROUP) {
    let digit = digitAt(tileKeys[bank(i)], digitShift);
    storeTileItem(bank(i), digitBases[digit] + i - runStarts[digit]);
  }
}
