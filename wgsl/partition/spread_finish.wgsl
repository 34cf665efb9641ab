// The partition's part for the large class of a reduce, whose segments may overlap, so that nothing bounds their tiles:
// every large segment is given the same number of tiles, as many as there is room for, and its length says how long
// they are. Same names as partition/large_finish.wgsl.
//
//   SPREAD     tile slots for every TILE items of the call
//
// uses  ceilDiv (plan/ceil_div)  writeGrid (plan/grid)
// given ITEM_COUNT  TILE  SPREAD  SEGMENT_SIZE  LARGE_COUNT  TILES_EACH  TILE_COUNT  ARGS_LARGE  LARGE_PER_WORKGROUP
//       ARGS_TILES

var<storage, read_write> state: array<u32>;

/** `longest`: tiles of the longest segment, 0 where that is not known; no segment gets more. */
fn finishLarge(segments: u32, longest: u32) {
  let room = max(state[ITEM_COUNT] / TILE * SPREAD / max(segments, 1u), 1u);
  // 0 less 1 is no bound.
  let each = min(room - 1u, max(longest, ceilDiv(state[SEGMENT_SIZE], TILE)) - 1u) + 1u;
  state[LARGE_COUNT] = segments;
  state[TILES_EACH] = each;
  state[TILE_COUNT] = segments * each;
  // Tiles that are whole segments have no second stage.
  writeGrid(ARGS_LARGE, select(0u, ceilDiv(segments, LARGE_PER_WORKGROUP), each > 1u));
  writeGrid(ARGS_TILES, ceilDiv(segments * each, LARGE_PER_WORKGROUP));
}
