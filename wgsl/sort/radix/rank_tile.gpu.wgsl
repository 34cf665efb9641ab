// Stable sort of one tile of up to TILE_ITEMS keys in workgroup memory, by LOCAL_BITS bits at once, at most 4. The
// medium kernel and the large downsweep of GPUs use it.
//
// Each lane has ITEMS consecutive items and a column of 2^LOCAL_BITS counters of 16 bits, two per word. One scan of the
// packed words, by digit and then lane, gives every item its slot. Method: Merrill and Grimshaw 2010, and CUB's
// BlockRadixRank. It has no atomics, so it is stable.
//
// `%`, and bank(slot) written out, show a compiler that an index is in bounds. Dawn's omits a clamp then.
//
//   tileKeys[bank(slot)]       bits of the keys. Items past `count` are ranked as the last digit, so they stay last
//   takePayloads, putPayload   move the values
//
// takes COUNTER_WORDS setCounter counter scannedCounter setScannedCounter (sort/radix/ counters_gapped.gpu |
//       counters_swizzled.gpu)  bitsFrom (sort/keys/ two_words | word)  sortKey (sort/keys/ compared | two_words |
//       word)  keptRank keptDigit laneRank (sort/radix/ ranks_apart.gpu | ranks_packed.gpu)  takePayloads putPayload
//       (sort/radix/ payload_none.gpu | payload_value.gpu)  blockScan (scan/ block.gpu | block.software |
//       block_subgroups.gpu)
// given WORKGROUP  ITEMS  LOCAL_BITS  Key

const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u;   // includes the gaps that bank(slot) makes
/** Row d % COUNTER_ROWS counts digit d: in the lower half of its words if d < COUNTER_ROWS, else in the upper half. */
const COUNTER_ROWS = (1u << LOCAL_BITS) / 2u;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<workgroup> digitCounters: array<u32, COUNTER_WORDS>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;      // in the end, slots in the tile to which the lane's keys move

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
}

/**
 * Loads the lane's keys and ranks them by the LOCAL_BITS bits from `shift` on. It needs uniform control flow. Its last
 * barrier comes after all loads of the tile.
 */
fn rankByBits(local: u32, count: u32, shift: u32) {
  for (var row = 0u; row < COUNTER_ROWS; row++) {
    setCounter(row, local, 0u);
  }
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local % WORKGROUP * ITEMS + i;
    let bits = tileKeys[slot + slot / 32u];
    let digit = localDigit(slot, count, bits, shift);
    let half = (digit / COUNTER_ROWS) * 16u;
    let counts = counter(digit, local);
    laneKeys[i] = bits;
    laneRanks[i] = keptRank((counts >> half) & 0xFFFFu, digit);
    setCounter(digit, local, counts + (1u << half));
  }
  takePayloads(local);
  scanCounters(local);
  for (var i = 0u; i < ITEMS; i++) {
    let digit = keptDigit(i, local % WORKGROUP * ITEMS + i, count, shift);
    let base = counter(digit, local) >> ((digit / COUNTER_ROWS) * 16u);
    laneRanks[i] = laneRank(i) + (base & 0xFFFFu);
  }
}

/** Sorts tileKeys by the LOCAL_BITS bits from `shift` on. It needs uniform control flow, and ends with a barrier. */
fn sortTileByBits(local: u32, count: u32, shift: u32) {
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = laneRanks[i];
    tileKeys[slot + slot / 32u] = laneKeys[i];
    putPayload(slot, i);
  }
  workgroupBarrier();
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
