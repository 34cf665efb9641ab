// The partition's part for the large class: tiles of its segments.
//
//   TILE       items a tile

/** Tiles of a large segment but its last, which may be partial and is never empty. */
fn fullTiles(length: u32) -> u32 {
  return (length - 1u) / TILE;
}
