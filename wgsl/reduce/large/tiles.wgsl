// Large segments, first stage: GROUP_LANES lanes fold a tile. A tile is a whole subtree of the segment's tree.
//
//   state, spans     read: the list of the large bin
//   input            read
//   partials         written: one accumulator a tile slot; slots of one segment are consecutive
//   outputs          written, by segment id, only if every large segment is one tile (TILES_EACH is 1)
//
// import spreadTileAt from partition/spread_tiles
// import fold, roundsFor from reduce/fold/fold
// import listedId from plan/state
// given WORKGROUP, GROUP_LANES, TILE_COUNT, TILES_EACH, storePartial, writeResults, LARGE_BIN

var<storage, read_write> state: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / GROUP_LANES;
  let lane = local % GROUP_LANES;
  let tile = spreadTileAt(min(number, max(state[TILE_COUNT], 1u) - 1u));
  let live = number < state[TILE_COUNT] && tile.count > 0u;
  let terms = select(0u, tile.count, live);
  let result = fold(tile.begin, terms, tile.segment.begin, lane, local, roundsFor(terms, local));
  if (live && lane == 0u) {
    if (state[TILES_EACH] > 1u) {
      storePartial(tile.slot, result);
    } else {
      writeResults(listedId(LARGE_BIN, tile.entry), tile.segment.length, result);
    }
  }
}
