// A partition without a large class. Same names as partition/large.wgsl.

fn isLarge(bin: u32) -> bool {
  return false;
}

fn fullTiles(length: u32) -> u32 {
  return 0u;
}
