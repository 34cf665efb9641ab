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
