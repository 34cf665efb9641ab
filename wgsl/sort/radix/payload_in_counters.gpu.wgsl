// A 4-byte value moves with each key of the tile. Between two rounds of ranking the values are in the memory of the digit
// counters. So a workgroup needs a third less memory, for two barriers more per round.
//
// uses  TILE_WORDS (sort/radix/rank_tile.gpu)  digitCounters (sort/radix/rank_by_counters.gpu)
// takes itemSlot (sort/radix/ rank_by_ballots.gpu | rank_by_counters.gpu)
// given ITEMS

const PAYLOAD_WORDS = TILE_WORDS;
var<private> laneValues: array<u32, ITEMS>;

fn takePayloads(local: u32) {
  for (var i = 0u; i < ITEMS; i++) {
    let slot = itemSlot(local, i);
    laneValues[i] = digitCounters[slot + slot / 32u];
  }
}

fn putPayload(slot: u32, item: u32) {
  digitCounters[slot + slot / 32u] = laneValues[item];
}

fn tileValue(word: u32) -> u32 {
  return digitCounters[word];
}

fn setTileValue(word: u32, value: u32) {
  digitCounters[word] = value;
}
