// Stable sort of one tile of up to TILE_ITEMS keys in workgroup memory, by LOCAL_BITS bits at once, at most 4. The
// medium kernel and the large downsweep of GPUs use it.
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

var<workgroup> tileKeys: array<Key, TILE_WORDS>;
var<private> laneKeys: array<Key, ITEMS>;
var<private> laneRanks: array<u32, ITEMS>;      // in the end, slots in the tile to which the lane's keys move

fn localDigit(slot: u32, count: u32, bits: Key, shift: u32) -> u32 {
  return select(LAST_DIGIT, bitsFrom(sortKey(bits), shift) & LAST_DIGIT, slot < count);
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
