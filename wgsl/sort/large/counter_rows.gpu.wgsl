// The counters of one radix pass, GPUs: rows of DIGITS words. A segment has a row for each of its tiles, then a row of
// totals. So neighbouring lanes read and write neighbouring digits.
//
// import Tile from partition/tile_table
// given DIGITS

/** The first counter of a tile's row. */
fn tileRow(tile: Tile, index: u32) -> u32 {
  // Every earlier segment has a row of totals.
  return (tile.firstTile + tile.entry + index) * DIGITS;
}

/** The first counter of the row that holds the segment's items of each digit. */
fn totalsRow(tile: Tile) -> u32 {
  return tileRow(tile, tile.tiles);
}
