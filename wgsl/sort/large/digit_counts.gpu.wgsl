// The digit counts of a large segment, from the scanned counters of one radix pass.
//
//   counters   read: the exclusive scan over all counters, by segment, then digit, then tile
//
// uses  Tile (partition/tile_table)  digitAt (sort/radix/digits)
// given Key  DIGITS

var<storage, read_write> counters: array<u32>;
var<storage, read_write> keysFrom: array<Key>;
var<uniform> digitShift: u32;

/** Items of all earlier segments, and in this segment those of smaller digits and those of `digit` before a tile. */
fn digitStart(tile: Tile, digit: u32, index: u32) -> u32 {
  return counters[(tile.firstTile * DIGITS) + digit * tile.tiles + index];
}

/** The number of the segment's items with a digit. */
fn digitCount(tile: Tile, digit: u32) -> u32 {
  let base = digitStart(tile, 0u, 0u);
  let start = digitStart(tile, digit, 0u) - base;
  if (digit + 1u == DIGITS) {
    return tile.segment.length - start;
  }
  return digitStart(tile, digit + 1u, 0u) - base - start;
}

/** Whether all items of the tile's segment have the same digit, so that no item moves. */
fn hasOneDigit(tile: Tile) -> bool {
  return digitCount(tile, digitAt(keysFrom[tile.start], digitShift)) == tile.segment.length;
}
