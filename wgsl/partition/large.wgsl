// The large class. Sorts and selections have a table of large segments, whose tiles are consecutive. Reduces have no
// table: their segments may overlap, and each gets the same number of tile slots (`spread`).

// ---- part maxLarge
// The most large segments.
//
// given ITEM_COUNT, LARGE_MIN_LENGTH

var<storage, read_write> state: array<u32>;

/** Length of the table. Segments must not overlap; if they do, they could otherwise need more entries. */
fn maxLarge() -> u32 {
  return state[ITEM_COUNT] / LARGE_MIN_LENGTH;
}

// ---- choice tiles: table
// Counts the tiles of large segments for the partition.
//
//   TILE               items a tile
//   LARGE_MIN_LENGTH   items of the shortest large segment; where there are none, more than any segment has
//
// given TILE, LARGE_MIN_LENGTH

/**
 * Number of tiles of a large segment without its last one, which may be partial and is never empty. 0 for other
 * segments.
 */
fn fullTiles(length: u32) -> u32 {
  return select(0u, (length - 1u) / TILE, length >= LARGE_MIN_LENGTH);
}

// ---- choice tiles: spread
// The large class of a reduce: a segment's number of tiles is computed when all segments are known.

fn fullTiles(length: u32) -> u32 {
  return 0u;
}

// ---- choice entries: table
// The table of large segments and the number of their tiles.
//
//   large   written, one entry a large segment: (full tiles of earlier large segments, begin, length, unused)
//
// import Segment from plan/state

var<storage, read_write> large: array<vec4u>;

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
  if (entry < maxLarge()) {
    large[entry] = vec4u(tilesBefore, segment.begin, segment.length, 0u);
  }
}

// ---- choice entries: spread
// For large segments without a table.
//
// import Segment from plan/state

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
}

// ---- choice finish: table
// Writes what later kernels need to know of the large class, when all segments are counted.
//
// import writeGrid, ceilDiv from plan/grid
// given ITEM_COUNT, TILE, LARGE_COUNT, FULL_TILE_COUNT, TILE_COUNT, ARGS_LARGE, LARGE_TASKS_PER_SEGMENT
// given LARGE_PER_WORKGROUP, ARGS_TILES

var<storage, read_write> state: array<u32>;

fn finishLarge(segments: u32, allFullTiles: u32) {
  let largeCount = min(segments, maxLarge());
  let fullCount = min(allFullTiles, state[ITEM_COUNT] / TILE);
  let tiles = fullCount + largeCount;
  state[LARGE_COUNT] = largeCount;
  state[FULL_TILE_COUNT] = fullCount;
  state[TILE_COUNT] = tiles;
  writeGrid(ARGS_LARGE, ceilDiv(largeCount * LARGE_TASKS_PER_SEGMENT, LARGE_PER_WORKGROUP));
  writeGrid(ARGS_TILES, ceilDiv(tiles, LARGE_PER_WORKGROUP));
  finishTiles(tiles);
}

// ---- choice finish: spread
// Writes what later kernels need to know of a reduce's large class. Its segments may overlap, so the item count does
// not bound their tiles. Every large segment gets the same number of tile slots: as many as fit. Its length determines
// how long its tiles are.
//
//   SPREAD   tile slots for every TILE items of the call
//
// import ceilDiv, writeGrid from plan/grid
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

// ---- choice finishTiles: counters
// Writes how many counters the tiles of the large class have: TILE_COUNTERS each.
//
// given RADIX_COUNTERS, TILE_COUNTERS

var<storage, read_write> state: array<u32>;

fn finishTiles(tiles: u32) {
  state[RADIX_COUNTERS] = tiles * TILE_COUNTERS;
}
