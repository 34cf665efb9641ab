// Stable sort of one tile of up to TILE_ITEMS keys in workgroup memory, by LOCAL_BITS bits at once, at most 4. The
// medium kernel and the large downsweep of GPUs use it.
//
// A lane has ITEMS consecutive items and a column of 2^LOCAL_BITS counters of 16 bits, two per word. One scan of the
// packed words, by digit and then lane, gives every item its slot. Method: Merrill and Grimshaw 2010, and CUB's
// BlockRadixRank. It has no atomics, so it is stable.
//
// Between two rounds the values of pairs are in the memory of the counters. This saves a third of a pair's memory, for
// two barriers per round.
//
// `%`, and bounds written out, show a compiler that an index is in bounds. Dawn's omits a clamp then.
//
// While counts are scanned, a lane keeps the rank of an item among the lane's items of its digit. The digit follows
// from the key again. PACKED_RANKS: rank and digit are in one word, and a compiler keeps nothing else in registers.
//
//   tileKeys[tileWord(slot)]    bits of the keys. Items past `count` are ranked as the last digit, so they stay last
//   tileValue, setTileValue     with PAIRS: the word that moves with a key
//
// takes COUNTER_WORDS counter setCounter scannedCounter setScannedCounter (sort/radix/ counters_gapped.gpu |
//       counters_swizzled.gpu)  bitsFrom (sort/keys/ two_words | word)  sortKey (sort/keys/ compared | two_words |
//       word)  blockScan (scan/ block.gpu | block.software | block_subgroups.gpu)
// given WORKGROUP  ITEMS  LOCAL_BITS  Key  PAIRS  PACKED_RANKS

const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
/** One word in 33 is unused: lanes that take 2, 4, 8 or 16 neighbours have no bank conflicts. */
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u;
/** Row d % COUNTER_ROWS counts digit d: in the lower half of its words if d < COUNTER_ROWS, else in the upper half. */
const COUNTER_ROWS = (1u << LOCAL_BITS) / 2u;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<workgroup> digitCounters: array<u32, max(COUNTER_WORDS, select(0u, TILE_WORDS, PAIRS))>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneValues: array<u32, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;      // in the end, slots in the tile to which the lane's keys move

/** The word of a slot of the tile. After each 32 items there is an unused word. */
fn tileWord(slot: u32) -> u32 {
  return slot + slot / 32u;
}

fn tileValue(word: u32) -> u32 {
  return digitCounters[word];
}

fn setTileValue(word: u32, value: u32) {
  digitCounters[word] = value;
}

/** The slot that holds number `item` of the lane's items before they are ranked. */
fn itemSlot(local: u32, item: u32) -> u32 {
  return local % WORKGROUP * ITEMS + item;
}

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
}

/** Counts the lane's next item, and returns its rank among the lane's items of this digit. */
fn countItem(local: u32, digit: u32) -> u32 {
  let half = (digit / COUNTER_ROWS) * 16u;
  let counts = counter(digit, local);
  setCounter(digit, local, counts + (1u << half));
  return (counts >> half) & 0xFFFFu;
}

/** The slot of the lane's first item of this digit. */
fn firstSlot(local: u32, digit: u32) -> u32 {
  return (counter(digit, local) >> ((digit / COUNTER_ROWS) * 16u)) & 0xFFFFu;
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
    // All values are in registers before their memory is cleared.
    workgroupBarrier();
  }
  for (var row = 0u; row < COUNTER_ROWS; row++) {
    setCounter(row, local, 0u);
  }
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local % WORKGROUP * ITEMS + i;
    let bits = tileKeys[slot + slot / 32u];
    let digit = localDigit(slot, count, bits, shift);
    let rank = countItem(local, digit);
    laneKeys[i] = bits;
    laneRanks[i] = select(rank, (rank << LOCAL_BITS) | digit, PACKED_RANKS);
  }
  scanCounts(local);
  for (var i = 0u; i < ITEMS; i++) {
    let kept = laneRanks[i];
    var digit = kept & LAST_DIGIT;
    if (!PACKED_RANKS) {
      digit = localDigit(itemSlot(local, i), count, laneKeys[i], shift);
    }
    laneRanks[i] = select(kept, kept >> LOCAL_BITS, PACKED_RANKS) + firstSlot(local, digit);
  }
  if (PAIRS) {
    // All counters are read before their memory takes values.
    workgroupBarrier();
  }
}

/** Sorts the tile by the LOCAL_BITS bits from `shift` on. It needs uniform control flow, and ends with a barrier. */
fn sortTileByBits(local: u32, count: u32, shift: u32) {
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = laneRanks[i];
    tileKeys[slot + slot / 32u] = laneKeys[i];
    if (PAIRS) {
      setTileValue(slot + slot / 32u, laneValues[i]);
    }
  }
  workgroupBarrier();
}

/** Exclusive scan of the packed counters: all lower halves, then all upper halves. Begins and ends with a barrier. */
fn scanCounts(local: u32) {
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
