// Stable sort of one tile of up to TILE_ITEMS keys in workgroup memory, by LOCAL_BITS bits at once, at most 4. The
// medium kernel and the large downsweep of GPUs use it.
//
// `%`, and bank(slot) written out, show a compiler that an index is in bounds. Dawn's omits a clamp then.
//
//   tileKeys[bank(slot)]       bits of the keys. Items past `count` are ranked as the last digit, so they stay last
//
// takes TILE_GAP rankByBits setTileValue (sort/radix/ rank_by_ballots.gpu | rank_by_counters.gpu)  bitsFrom (sort/keys/
//       two_words | word)  sortKey (sort/keys/ compared | two_words | word)
// given WORKGROUP  ITEMS  LOCAL_BITS  Key  PAIRS

const TILE_ITEMS = WORKGROUP * ITEMS;
const LAST_DIGIT = (1u << LOCAL_BITS) - 1u;
const TILE_WORDS = TILE_ITEMS + TILE_ITEMS / 32u * TILE_GAP;

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneValues: array<u32, ITEMS>;     // with PAIRS: a word moves with each key
var<private> laneRanks: array<u32, ITEMS>;      // in the end, slots in the tile to which the lane's keys move

/** The word of a slot of the tile. After each 32 items there are TILE_GAP unused words. */
fn tileWord(slot: u32) -> u32 {
  return slot + slot / 32u * TILE_GAP;
}

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
}

/** Sorts tileKeys by the LOCAL_BITS bits from `shift` on. It needs uniform control flow, and ends with a barrier. */
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
