// Writes what later kernels need to know of a reduce's large class. Its segments may overlap, so the item count does
// not bound their tiles. Every large segment gets the same number of tile slots: as many as fit. Its length determines
// how long its tiles are. Same names as partition/large_finish.wgsl.
//
//   SPREAD   tile slots for every TILE items of the call
//
// import ceilDiv from plan/ceil_div
// import writeGrid from plan/grid
// given ITEM_COUNT, TILE, SPREAD, SEGMENT_SIZE, LARGE_COUNT, TILES_EACH, TILE_COUNT, ARGS_LARGE, LARGE_PER_WORKGROUP
// given ARGS_TILES

var<storage, read_write> state: array<u32>;

/** `longest` is the number of tiles of the longest segment, or 0 where it is unknown. No segment gets more tiles. */
fn finishLarge(segments: u32, longest: u32) {
  let room = max(state[ITEM_COUNT] / TILE * SPREAD / max(segments, 1u), 1u);
  // If both numbers are 0, the subtraction wraps around and bounds nothing.
  let each = min(room - 1u, max(longest, ceilDiv(state[SEGMENT_SIZE], TILE)) - 1u) + 1u;
  state[LARGE_COUNT] = segments;
  state[TILES_EACH] = each;
  state[TILE_COUNT] = segments * each;
  // If every tile is a whole segment, there is no second stage.
  writeGrid(ARGS_LARGE, select(0u, ceilDiv(segments, LARGE_PER_WORKGROUP), each > 1u));
  writeGrid(ARGS_TILES, ceilDiv(segments * each, LARGE_PER_WORKGROUP));
}
