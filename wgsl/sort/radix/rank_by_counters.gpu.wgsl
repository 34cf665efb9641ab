// Ranks the items of a tile by counters. Each lane has ITEMS consecutive items and a column of 2^LOCAL_BITS counters of 16
// bits, two per word. One scan of the packed words, by digit and then lane, gives every item its slot. Method: Merrill
// and Grimshaw 2010, and CUB's BlockRadixRank. It has no atomics, so it is stable.
//
// While the counters are scanned, a lane keeps of an item its rank among the lane's items of the same digit. The digit
// follows from the key again. PACKED_RANKS: rank and digit are in one word, and a compiler keeps nothing else in
// registers.
//
// Between two rounds the values are in the memory of the counters. So pairs need a third less memory, for two barriers
// more per round.
//
// uses  TILE_WORDS laneValues tileWord tileKeys localDigit laneKeys laneRanks LAST_DIGIT (sort/radix/rank_tile.gpu)
// takes COUNTER_WORDS setCounter counter scannedCounter setScannedCounter (sort/radix/ counters_gapped.gpu |
//       counters_swizzled.gpu)  blockScan (scan/ block.gpu | block.software | block_subgroups.gpu)
// given LOCAL_BITS  PAIRS  WORKGROUP  ITEMS  PACKED_RANKS

/** Row d % COUNTER_ROWS counts digit d: in the lower half of its words if d < COUNTER_ROWS, else in the upper half. */
const COUNTER_ROWS = (1u << LOCAL_BITS) / 2u;
/** A gap after 32 items: lanes that take 2, 4, 8 or 16 neighbours have no bank conflicts. */
const TILE_GAP = 1u;

var<workgroup> digitCounters: array<u32, max(COUNTER_WORDS, select(0u, TILE_WORDS, PAIRS))>;

/** The slot that holds number `item` of the lane's items before they are ranked. */
fn itemSlot(local: u32, item: u32) -> u32 {
  return local % WORKGROUP * ITEMS + item;
}

fn tileValue(word: u32) -> u32 {
  return digitCounters[word];
}

fn setTileValue(word: u32, value: u32) {
  digitCounters[word] = value;
}

/**
 * Loads the lane's items and ranks them by the LOCAL_BITS bits from `shift` on. It needs uniform control flow. Its last
 * barrier comes after all loads of the tile.
 */
fn rankByBits(local: u32, count: u32, shift: u32) {
  if (PAIRS) {
    for (var i = 0u; i < ITEMS; i++) {
      laneValues[i] = tileValue(tileWord(itemSlot(local, i)));
    }
    workgroupBarrier();
  }
  for (var row = 0u; row < COUNTER_ROWS; row++) {
    setCounter(row, local, 0u);
  }
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local % WORKGROUP * ITEMS + i;
    let bits = tileKeys[slot + slot / 32u];
    let digit = localDigit(slot, count, bits, shift);
    let half = (digit / COUNTER_ROWS) * 16u;
    let counts = counter(digit, local);
    let rank = (counts >> half) & 0xFFFFu;
    laneKeys[i] = bits;
    laneRanks[i] = select(rank, (rank << LOCAL_BITS) | digit, PACKED_RANKS);
    setCounter(digit, local, counts + (1u << half));
  }
  scanCounters(local);
  for (var i = 0u; i < ITEMS; i++) {
    let kept = laneRanks[i];
    var digit = kept & LAST_DIGIT;
    if (!PACKED_RANKS) {
      digit = localDigit(itemSlot(local, i), count, laneKeys[i], shift);
    }
    let base = counter(digit, local) >> ((digit / COUNTER_ROWS) * 16u);
    laneRanks[i] = select(kept, kept >> LOCAL_BITS, PACKED_RANKS) + (base & 0xFFFFu);
  }
  if (PAIRS) {
    workgroupBarrier();
  }
}

/** Exclusive scan of the packed counters: all lower halves, then all upper halves. Begins and ends with a barrier. */
fn scanCounters(local: u32) {
  workgroupBarrier();
  var sum = 0u;
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    sum += scannedCounter(local, i);
  }
  let scan = blockScan(local, sum);
  // The scan of the upper halves starts at the total of the lower halves.
  var before = scan.before + (scan.total << 16u);
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    let value = scannedCounter(local, i);
    setScannedCounter(local, i, before);
    before += value;
  }
  workgroupBarrier();
}
