// The large class of a reduce: how many tiles a segment has follows when all segments are known.
// Same names as partition/large_tiles.wgsl.

fn fullTiles(length: u32) -> u32 {
  return 0u;
}
