// The partition's part for the large class: tiles of its segments.
//
//   TILE          items a tile
//   LARGE_MIN_LENGTH   items of the shortest large segment; more than any has where there are none
//
// given TILE  LARGE_MIN_LENGTH

/** Tiles of a large segment but its last, which may be partial and is never empty; of other segments none. */
fn fullTiles(length: u32) -> u32 {
  return select(0u, (length - 1u) / TILE, length >= LARGE_MIN_LENGTH);
}
