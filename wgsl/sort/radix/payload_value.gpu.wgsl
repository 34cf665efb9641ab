// A 4-byte value moves with each key of the tile.
//
// uses  TILE_WORDS (sort/radix/rank_tile.gpu)
// given ITEMS  WORKGROUP

var<workgroup> tileValues: array<u32, TILE_WORDS>;
var<private> laneValues: array<u32, ITEMS>;

fn takePayloads(local: u32) {
  for (var i = 0u; i < ITEMS; i++) {
    let slot = itemSlot(local, i);
    laneValues[i] = tileValues[slot + slot / 32u];
  }
}

fn putPayload(slot: u32, item: u32) {
  tileValues[slot + slot / 32u] = laneValues[item];
}
