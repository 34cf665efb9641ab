// The table of large segments and the number of their tiles (partition/large_tiles.wgsl).
//
//   large         written, one entry a large segment: (full tiles of earlier large segments, begin, length, nothing)
//
// uses  Segment (plan/state)  writeGrid (plan/grid)  ceilDiv (plan/ceil_div)
// given ITEM_COUNT  LARGE_LEAST  TILE  LARGE_COUNT  FULL_TILE_COUNT  TILE_COUNT  RADIX_COUNTERS  TILE_COUNTERS
//       ARGS_LARGE  LARGE_SHARES  LARGE_PER_WORKGROUP  ARGS_TILES  ARGS_RADIX_SCAN  SCAN_BLOCK

var<storage, read_write> state: array<u32>;
var<storage, read_write> large: array<vec4u>;

/** Room in the table: segments that overlap, though they must not, could otherwise ask for more. */
fn mostLarge() -> u32 {
  return state[ITEM_COUNT] / LARGE_LEAST;
}

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
  if (entry < mostLarge()) {
    large[entry] = vec4u(tilesBefore, segment.begin, segment.length, 0u);
  }
}

fn finishLarge(segments: u32, allFullTiles: u32) {
  let largeCount = min(segments, mostLarge());
  let fullCount = min(allFullTiles, state[ITEM_COUNT] / TILE);
  let tiles = fullCount + largeCount;
  state[LARGE_COUNT] = largeCount;
  state[FULL_TILE_COUNT] = fullCount;
  state[TILE_COUNT] = tiles;
  state[RADIX_COUNTERS] = tiles * TILE_COUNTERS;
  writeGrid(ARGS_LARGE, ceilDiv(largeCount * LARGE_SHARES, LARGE_PER_WORKGROUP));
  writeGrid(ARGS_TILES, ceilDiv(tiles, LARGE_PER_WORKGROUP));
  writeGrid(ARGS_RADIX_SCAN, ceilDiv(tiles * TILE_COUNTERS, SCAN_BLOCK));
}
