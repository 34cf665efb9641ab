// The large class of a reduce: a segment's number of tiles is computed when all segments are known. Same names as
// partition/large_tiles.wgsl.

fn fullTiles(length: u32) -> u32 {
  return 0u;
}
