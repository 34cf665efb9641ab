// The counters of a radix pass, software adapters. A segment has a row of DIGITS + 1 words per tile, then one row for
// the segment. The rows are in the order of the segments.
//
//   a tile's row      per digit the number of its items. columns.software.wgsl replaces it by the number of items in
//                     the segment's earlier tiles. Only the first pass writes the last word: 1 if a sort key of the
//                     tile is less than the one before it, the next tile's first key included. columns.software.wgsl
//                     replaces that of the first tile: 1 if the segment's sort keys are in order
//   a segment's row   per digit the number of its items. The last word is 1 if all items have the same digit
//
// import Tile from partition/tile_table
// given DIGITS, EARLY_OUT

var<storage, read_write> counters: array<u32>;

const COUNTER_ROW_WORDS = DIGITS + 1u;

fn firstCounterRowOf(tile: Tile) -> u32 {
  return (tile.firstTile + tile.entry) * COUNTER_ROW_WORDS;
}

fn counterRowOf(tile: Tile) -> u32 {
  return firstCounterRowOf(tile) + tile.index * COUNTER_ROW_WORDS;
}

fn segmentCounterRowOf(tile: Tile) -> u32 {
  return firstCounterRowOf(tile) + tile.tiles * COUNTER_ROW_WORDS;
}

/** Whether a segment's keys were in order before the first pass. Its first row begins at `firstCounterRow`. */
fn isSorted(firstCounterRow: u32) -> bool {
  return EARLY_OUT && counters[firstCounterRow + DIGITS] == 1u;
}
