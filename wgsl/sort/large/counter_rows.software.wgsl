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

const ROW = DIGITS + 1u;

fn firstRowOf(tile: Tile) -> u32 {
  return (tile.firstTile + tile.entry) * ROW;
}

fn counterRowOf(tile: Tile) -> u32 {
  return firstRowOf(tile) + tile.index * ROW;
}

fn segmentRowOf(tile: Tile) -> u32 {
  return firstRowOf(tile) + tile.tiles * ROW;
}

/** Whether the keys of the segment whose rows begin there were in order before the first pass. */
fn isSorted(firstRow: u32) -> bool {
  return EARLY_OUT && counters[firstRow + DIGITS] == 1u;
}
