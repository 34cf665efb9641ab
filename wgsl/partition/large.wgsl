// The partition's part for the large class: which bin it is, and tiles of its segments. Left out, for
// partition/no_large.wgsl, where no segment can be that long.
//
//   TILE       items a tile

const LARGE_BIN = BINS - 1u;

fn isLarge(bin: u32) -> bool {
  return bin == LARGE_BIN;
}

/** Tiles of a large segment but its last, which may be partial and is never empty. */
fn fullTiles(length: u32) -> u32 {
  return (length - 1u) / TILE;
}
