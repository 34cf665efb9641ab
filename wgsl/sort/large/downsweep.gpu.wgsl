// Large segments, one radix pass, downsweep, GPUs. A workgroup takes a tile in parts that fit its memory: it ranks the
// items of a part by their digit, then writes them. Stable.
//
//   state, large                             read: the tile table
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after the pass
//   digitShift                               uniform: the pass's lowest bit
//   counters                                 read: the scanned rows (columns.gpu.wgsl)
//
// import Tile, uniformTile from partition/tile_table
// import totalsRow, tileRow from sort/large/columns.gpu
// import TILE_ITEMS, tileWord, DIGITS_PER_LANE, laneDigit, isDigit from sort/radix/rank.gpu
// given blockScan, DIGITS, WORKGROUP, ITEMS, UNROLLED, EARLY_OUT, TILE

var<storage, read_write> counters: array<u32>;

var<workgroup> digitBases: array<u32, DIGITS>;      // per digit the index to which the part's first item moves
var<workgroup> stays: u32;                          // 1: all items of the segment have the same digit

/** Finds the indices to which the first part's items move, from the totals and from the items of earlier tiles. */
fn findBases(tile: Tile, local: u32) {
  var sum = 0u;
  var bases: array<u32, DIGITS_PER_LANE>;
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      let total = counters[totalsRow(tile) + digit];
      bases[k] = counters[tileRow(tile, tile.index) + digit] + sum;
      if (total == tile.segment.length) {
        stays = 1u;
      }
      sum += total;
    }
  }
  let base = tile.segment.begin + blockScan(local, sum).before;
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      digitBases[digit] = bases[k] + base;
      clearRun(digit);
    }
  }
}

/** The rows of WORKGROUP items in a part. With UNROLLED it is a constant: compilers unroll loops over rows. */
fn rowsOf(count: u32) -> u32 {
  return select((count + WORKGROUP - 1u) / WORKGROUP, ITEMS, UNROLLED);
}

/** Loads a part of the tile that begins at item `first`, and returns its number of items. */
fn loadPart(tile: Tile, first: u32, local: u32) -> u32 {
  let count = min(tile.count - first, TILE_ITEMS);
  for (var k = 0u; k < rowsOf(count); k++) {
    let i = k * WORKGROUP + local;
    if (i < count) {
      loadTileItem(tile.start + first + i, tile.segment.begin, tileWord(i));
    }
  }
  return count;
}

fn task(workgroup: u32, local: u32) {
  if (local == 0u) {
    stays = 0u;
  }
  let tile = uniformTile(workgroup, local);
  if (tile.count == 0u) {
    return;
  }
  // The first part is loaded before the counters arrive.
  var count = loadPart(tile, 0u, local);
  findBases(tile, local);
  if (EARLY_OUT) {
    if (workgroupUniformLoad(&stays) == 1u) {
      for (var i = tile.start + local; i < tile.start + tile.count; i += WORKGROUP) {
        copyTileItem(i, tile.segment.begin);
      }
      return;
    }
  }
  workgroupBarrier();
  for (var first = 0u;;) {
    scatter(local, count);
    first += TILE_ITEMS;
    if (TILE <= TILE_ITEMS || first >= tile.count) {
      break;
    }
    moveBases(local, count);
    count = loadPart(tile, first, local);
    workgroupBarrier();
  }
}

// ---- choice scatter: coalesced
// A workgroup writes a part of its tile after it has sorted the part in workgroup memory. The items of a digit are a
// run then, so neighbouring lanes write neighbouring indices.
//
// import digitAt, tileKeys, tileWord, sortTileByBits from sort/radix/rank.gpu
// given DIGIT_BITS, LOCAL_BITS

var<uniform> digitShift: u32;

var<workgroup> partCounts: array<atomic<u32>, DIGITS>;   // per digit the part's items
var<private> partEnds: array<u32, DIGITS_PER_LANE>;      // per digit of the lane the slot after its last item

fn clearRun(digit: u32) {
  atomicStore(&partCounts[digit], 0u);
}

fn digitAtSlot(i: u32) -> u32 {
  return digitAt(tileKeys[tileWord(i)], digitShift);
}

fn scatter(local: u32, count: u32) {
  for (var k = 0u; k < rowsOf(count); k++) {
    let i = k * WORKGROUP + local;
    if (i < count) {
      atomicAdd(&partCounts[digitAtSlot(i)], 1u);
    }
  }
  for (var shift = digitShift; shift < digitShift + DIGIT_BITS; shift += LOCAL_BITS) {
    sortTileByBits(local, count, shift);
  }
  var sum = 0u;
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      sum += atomicLoad(&partCounts[digit]);
      clearRun(digit);
    }
    partEnds[k] = sum;
  }
  let before = blockScan(local, sum).before;
  // A digit's base becomes the index to which slot 0 would move.
  var start = before;
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      digitBases[digit] -= start;
    }
    partEnds[k] += before;
    start = partEnds[k];
  }
  workgroupBarrier();
  for (var k = 0u; k < rowsOf(count); k++) {
    let i = k * WORKGROUP + local;
    if (i < count) {
      storeTileItem(tileWord(i), digitBases[digitAtSlot(i)] + i);
    }
  }
}

/** Moves the bases behind the part's items. It begins and ends with a barrier. */
fn moveBases(local: u32, count: u32) {
  workgroupBarrier();
  for (var k = 0u; k < DIGITS_PER_LANE; k++) {
    let digit = laneDigit(local, k);
    if (isDigit(digit)) {
      digitBases[digit] += partEnds[k];
    }
  }
  workgroupBarrier();
}

// ---- choice scatter: direct
// A workgroup writes a part of its tile without a last sort in workgroup memory: every lane writes its items once they
// are ranked. This saves an exchange through workgroup memory, but the writes are scattered.
//
// import sortTileByBits, rankByBits, itemSlot, laneKeys, laneRanks, digitAt from sort/radix/rank.gpu
// given LOCAL_BITS, DIGIT_BITS, ITEMS

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

// ---- choice store: keys
// Loads and stores items of a tile in the downsweep: keys without values.
//
// import tileKeys, laneKeys from sort/radix/rank.gpu
// given Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn loadTileItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = keysFrom[i];
}

fn storeTileItem(slot: u32, i: u32) {
  keysTo[i] = tileKeys[slot];
}

/** Stores number `item` of the lane's items. */
fn storeRankedItem(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
}

fn copyTileItem(i: u32, begin: u32) {
  keysTo[i] = keysFrom[i];
}

// ---- choice store: pairs
// Loads and stores items of a tile in the downsweep: keys with values.
//
// import tileKeys, laneKeys, laneValues, setTileValue, tileValue from sort/radix/rank.gpu
// import inputValue from sort/access
// given Key

var<storage, read_write> keysFrom: array<Key>;
var<storage, read_write> keysTo: array<Key>;
var<storage, read_write> valuesTo: array<u32>;

fn loadTileItem(i: u32, begin: u32, slot: u32) {
  tileKeys[slot] = keysFrom[i];
  setTileValue(slot, inputValue(i, begin));
}

fn storeTileItem(slot: u32, i: u32) {
  keysTo[i] = tileKeys[slot];
  valuesTo[i] = tileValue(slot);
}

/** Stores number `item` of the lane's items. */
fn storeRankedItem(item: u32, i: u32) {
  keysTo[i] = laneKeys[item];
  valuesTo[i] = laneValues[item];
}

fn copyTileItem(i: u32, begin: u32) {
  keysTo[i] = keysFrom[i];
  valuesTo[i] = inputValue(i, begin);
}
