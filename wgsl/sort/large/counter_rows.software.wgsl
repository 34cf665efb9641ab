// The counters of a radix pass, software adapters: a row of DIGITS + 1 words for each tile of a segment, and one more
// for the segment itself, segment after segment.
//
//   a tile's row      the number of its items of each digit; after columns.software.wgsl, of those in the segment's
//                     earlier tiles. The last word, of the first pass alone: 1 where the tile's sort keys fall
//                     somewhere, up to the next tile's first; after columns.software.wgsl, of the first tile: 1 where
//                     the segment's fall nowhere
//   a segment's row   the number of its items of each digit; the last word: 1 where all items have one digit
//
// uses  Tile (partition/tile_table)
// given DIGITS  EARLY_OUT

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

/** Whether the keys of the segment whose rows begin there were in order before the first pass. */
fn isSorted(firstCounterRow: u32) -> bool {
  return EARLY_OUT && counters[firstCounterRow + DIGITS] == 1u;
}
