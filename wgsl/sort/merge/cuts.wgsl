// Runs before a merge pass over large segments: searches the cut at the start of every tile, each independently.
//
//   state, large   read: the tile table
//   counters       written: one cut per tile, in the order of the segments
//
// import tileAt from partition/tile_table
// import pairAt, isInside, searchCut from sort/merge/pairs
// given WORKGROUP, TILE_COUNT, TILE

var<storage, read_write> state: array<u32>;
var<storage, read_write> counters: array<u32>;

fn task(workgroup: u32, local: u32) {
  let number = workgroup * WORKGROUP + local;
  if (number >= state[TILE_COUNT]) {
    return;
  }
  let tile = tileAt(number);
  let segment = tile.segment;
  let at = tile.index * TILE;
  let pair = pairAt(segment.length, at);
  var cut = 0u;
  if (isInside(pair, at)) {
    cut = searchCut(segment, pair, at, 0u, pair.countA);
  }
  counters[tile.firstTile + tile.index] = cut;
}
