// The partition's part for the large class: the table of large segments and the number of their tiles. Left out, for
// partition/no_large.wgsl, where no segment can be that long.
//
//   large      written, one entry a large segment: (full tiles of earlier large segments, begin, length, id)
//   TILE       items a tile

const LARGE_BIN = BINS - 1u;

fn isLarge(bin: u32) -> bool {
  return bin == LARGE_BIN;
}

/** Tiles of a large segment but its last, which may be partial and is never empty. */
fn fullTiles(length: u32) -> u32 {
  return (length - 1u) / TILE;
}

/** Room in the table: segments that overlap, though they must not, could otherwise ask for more. */
fn mostLarge() -> u32 {
  return state[ITEM_COUNT] / (TILE + 1u);
}

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment, id: u32) {
  if (entry < mostLarge()) {
    large[entry] = vec4u(tilesBefore, segment.begin, segment.length, id);
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
  writeGrid(ARGS_LARGE, ceilDiv(largeCount, LARGE_PER_WORKGROUP));
  writeGrid(ARGS_TILES, ceilDiv(tiles, TILES_PER_WORKGROUP));
  writeGrid(ARGS_RADIX_SCAN, ceilDiv(tiles * TILE_COUNTERS, SCAN_BLOCK));
}
