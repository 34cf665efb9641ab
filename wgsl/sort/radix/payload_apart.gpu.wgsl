// A 4-byte value moves with each key of the tile. The values have their own memory.
//
// uses  TILE_WORDS (sort/radix/rank_tile.gpu)
// takes itemSlot (sort/radix/ rank_by_ballots.gpu | rank_by_counters.gpu)
// given ITEMS

var<workgroup> tileValues: array<u32, TILE_WORDS>;
var<private> laneValues: array<u32, ITEMS>;

fn takePayloads(local: u32) {
  for (var i = 0u; i < ITEMS; i++) {
    laneValues[i] = tileValues[itemSlot(local, i)];
  }
}

fn putPayload(slot: u32, item: u32) {
  tileValues[slot] = laneValues[item];
}

fn tileValue(word: u32) -> u32 {
  return tileValues[word];
}

fn setTileValue(word: u32, value: u32) {
  tileValues[word] = value;
}
