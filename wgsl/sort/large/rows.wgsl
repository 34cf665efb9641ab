// The counters of a radix pass, software adapters: a row of DIGITS + 1 words for each tile of a segment, and one more for
// the segment itself, segment after segment.
//
//   a tile's row      the number of its items of each digit; after columns.wgsl, of those in the segment's earlier tiles.
//                     The last word: 1 where the tile's sort keys fall somewhere, up to the next tile's first
//   a segment's row   the number of its items of each digit; the last word: 1 where all items have one digit

const ROW = DIGITS + 1u;

fn rowOf(tile: Tile) -> u32 {
  return (tile.firstTile + tile.entry + tile.index) * ROW;
}

fn segmentRowOf(tile: Tile) -> u32 {
  return (tile.firstTile + tile.entry + tile.tiles) * ROW;
}

/** Whether the segment's keys were in order before the first pass: columns.wgsl leaves the word there. */
fn isSorted(entry: u32) -> bool {
  return EARLY_OUT && large[entry].w == 1u;
}
