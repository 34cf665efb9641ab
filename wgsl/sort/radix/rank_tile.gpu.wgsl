// Stable sort of one tile of up to TILE_ITEMS keys by LOCAL_BITS bits at a time, at most 4, in workgroup memory. Shared
// by the medium kernel and the large downsweep of the GPU family.
//
// Each lane owns ITEMS consecutive items and 2^LOCAL_BITS counters of 16 bits, two to a word, in columns of its own;
// one scan of the packed words, digit before lane, gives every item its place (after Merrill and Grimshaw 2010, and
// CUB's BlockRadixRank). No atomics, so stable; no subgroup calls, so the same on every device.
//
//   tileKeys[bank(slot)]    bits of the keys; items past `count` must be treated as the last digit: they stay last
//   movePayload, …           what travels with a key
//
// uses  bank (scan/block.gpu)
// takes bitsFrom (sort/keys/ two_words | word)  sortKey (sort/keys/ compared | two_words | word)  takePayloads
//       putPayload (sort/radix/ payload_none.gpu | payload_value.gpu)  blockScan (scan/ block.gpu | block.software)
// given WORKGROUP  ITEMS  LOCAL_BITS  Key

const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u;   // room for bank(slot) of every item
/** Digit d counts in row d % COUNTER_ROWS: in the lower half of its words, from COUNTER_ROWS on in the upper half. */
const COUNTER_ROWS = (1u << LOCAL_BITS) / 2u;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<workgroup> digitCounters: array<u32, COUNTER_ROWS * WORKGROUP + COUNTER_ROWS * WORKGROUP / 32u>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;      // where in the tile the lane's keys go

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
}

/**
 * Takes the lane's keys and ranks them by the LOCAL_BITS bits from `shift` on. Uniform control flow; ends with a
 * barrier.
 */
fn rankByBits(local: u32, count: u32, shift: u32) {
  for (var row = 0u; row < COUNTER_ROWS; row++) {
    digitCounters[bank(row * WORKGROUP + local)] = 0u;
  }
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local * ITEMS + i;
    let bits = tileKeys[bank(slot)];
    let digit = localDigit(slot, count, bits, shift);
    let counter = bank((digit % COUNTER_ROWS) * WORKGROUP + local);
    let half = (digit / COUNTER_ROWS) * 16u;
    laneKeys[i] = bits;
    laneRanks[i] = (digitCounters[counter] >> half) & 0xFFFFu;
    digitCounters[counter] += 1u << half;
  }
  takePayloads(local);
  scanCounters(local);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local * ITEMS + i;
    let digit = localDigit(slot, count, laneKeys[i], shift);
    let base = digitCounters[bank((digit % COUNTER_ROWS) * WORKGROUP + local)] >> ((digit / COUNTER_ROWS) * 16u);
    laneRanks[i] += base & 0xFFFFu;
  }
}

/** Sorts tileKeys by the LOCAL_BITS bits from `shift` on. Uniform control flow; ends with a barrier. */
fn sortTileByBits(local: u32, count: u32, shift: u32) {
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = bank(laneRanks[i]);
    tileKeys[slot] = laneKeys[i];
    putPayload(slot, i);
  }
  workgroupBarrier();
}

/** Exclusive scan of the packed counters, upper halves after all lower ones. Starts and ends with a barrier. */
fn scanCounters(local: u32) {
  workgroupBarrier();
  let first = local * COUNTER_ROWS;
  var sum = 0u;
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    sum += digitCounters[bank(first + i)];
  }
  let scan = blockScan(local, sum);
  // The lower halves' total starts the upper halves.
  var before = scan.before + (scan.total << 16u);
  for (var i = 0u; i < COUNTER_ROWS; i++) {
    let value = digitCounters[bank(first + i)];
    digitCounters[bank(first + i)] = before;
    before += value;
  }
  workgroupBarrier();
}
