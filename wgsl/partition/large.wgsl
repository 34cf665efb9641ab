// The partition's part for the large class: which bin it is, and tiles of its segments.
//
//   LARGE_BIN  no bin's number where no segment can be that long
//   TILE       items a tile

fn isLarge(bin: u32) -> bool {
  return bin == LARGE_BIN;
}

/** Tiles of a large segment but its last, which may be partial and is never empty. */
fn fullTiles(length: u32) -> u32 {
  return (length - 1u) / TILE;
}
