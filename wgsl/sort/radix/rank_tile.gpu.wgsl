// Stable sort of one tile of up to TILE_ITEMS keys in workgroup memory, by LOCAL_BITS bits at once, at most 4. The
// medium kernel and the large downsweep of GPUs use it. A file of ranks counts digits and makes slots of the counts.
//
// A group of GROUP lanes has ITEMS rows of GROUP consecutive items. Lanes of counters have one item after another.
//
// `%`, and bounds written out, show a compiler that an index is in bounds. Dawn's omits a clamp then.
//
// While counts are scanned, a lane keeps the rank of an item among the counted ones of its digit. The digit follows
// from the key again. PACKED_RANKS: rank and digit are in one word, and a compiler keeps nothing else in registers.
//
//   tileKeys[tileWord(slot)]    bits of the keys. Items past `count` are ranked as the last digit, so they stay last
//   tileValue, setTileValue     with PAIRS: the word that moves with a key
//
// given TILE_GAP, bitsFrom, sortKey, tileValue, openCounts, countItem, scanCounts, firstSlot, closeCounts, setTileValue
// given WORKGROUP, ITEMS, LOCAL_BITS, Key, GROUP, PAIRS, PACKED_RANKS

const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u * TILE_GAP;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneValues: array<u32, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;      // in the end, slots in the tile to which the lane's keys move

/** The word of a slot of the tile. After each 32 items there are TILE_GAP unused words. */
fn tileWord(slot: u32) -> u32 {
  return slot + slot / 32u * TILE_GAP;
}

/** The slot that holds number `item` of the lane's items before they are ranked. */
fn itemSlot(local: u32, item: u32) -> u32 {
  return local % WORKGROUP / GROUP * (GROUP * ITEMS) + item * GROUP + local % GROUP;
}

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
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
  }
  openCounts(local);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = local % WORKGROUP / GROUP * (GROUP * ITEMS) + i * GROUP + local % GROUP;
    let bits = tileKeys[slot + slot / 32u * TILE_GAP];
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
  closeCounts();
}

/** Sorts the tile by the LOCAL_BITS bits from `shift` on. It needs uniform control flow, and ends with a barrier. */
fn sortTileByBits(local: u32, count: u32, shift: u32) {
  rankByBits(local, count, shift);
  for (var i = 0u; i < ITEMS; i++) {
    let slot = laneRanks[i];
    tileKeys[slot + slot / 32u * TILE_GAP] = laneKeys[i];
    if (PAIRS) {
      setTileValue(slot + slot / 32u * TILE_GAP, laneValues[i]);
    }
  }
  workgroupBarrier();
}
