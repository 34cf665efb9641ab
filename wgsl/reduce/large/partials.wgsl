// Large segments, second stage: GROUP_LANES lanes fold the results of a segment's tiles. A leaf is one tile's result.
//
//   state, spans     read: the list of the large bin
//   partials         read: one accumulator a tile slot
//   outputs          written, by segment id
//
// import listedSegment, listedId from plan/state
// import tilesOf, tileSize from partition/spread_tiles
// import fold, roundsFor from reduce/fold/fold
// given WORKGROUP, GROUP_LANES, LARGE_COUNT, LARGE_BIN, TILES_EACH, writeResults

var<storage, read_write> state: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = (workgroup * WORKGROUP + local) / GROUP_LANES;
  let lane = local % GROUP_LANES;
  let live = number < state[LARGE_COUNT];
  let entry = select(0u, number, live);
  let segment = listedSegment(LARGE_BIN, entry);
  let each = state[TILES_EACH];
  let tiles = select(0u, tilesOf(segment.length, tileSize(segment.length, each)), live);
  let result = fold(entry * each, tiles, 0u, lane, local, roundsFor(tiles, local));
  if (live && lane == 0u) {
    writeResults(listedId(LARGE_BIN, entry), segment.length, result);
  }
}
