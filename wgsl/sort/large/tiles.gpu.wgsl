// The tiles of large segments that take one pass a digit, GPUs: what their kernels share.
//
//   tiles         a record a tile: all full tiles first, segment after segment, then every segment's last tile
//   digitCounts   PLACES rows of DIGITS words for each segment of several tiles: its items of each digit
//   descriptors   a row of DIGITS words for each full tile: what a pass has published of it. ROWS_BEFORE rows are in
//                 front of them, since a lane reads WINDOW rows at a time. The first one's words number the tiles of
//                 each pass

// ---- part record

struct TileRecord {
  start: u32,       // first item
  count: u32,       // items: TILE, or fewer in a segment's last tile
  index: u32,       // the tile's number inside its segment
  tiles: u32,       // tiles of the segment
  fullBefore: u32,  // full tiles of earlier segments
  entry: u32,       // the segment's entry in the table
  begin: u32,       // first item of the segment
  length: u32,      // items of the segment
}

// ---- part rows
// Where a tile's words are in `descriptors`, and its segment's in `digitCounts`.
//
// import TileRecord from sort/large/tiles.gpu
// given PLACES, COUNTS_BY_ENTRY, DIGITS

const WINDOW = 4u;
const ROWS_BEFORE = WINDOW - 1u;

/** The first descriptor of the segment's tile number `index`. */
fn descriptorRow(tile: TileRecord, index: u32) -> u32 {
  return (tile.fullBefore + index + ROWS_BEFORE) * DIGITS;
}

/** The first word of the segment's counts. Segments of one tile have none, so there are no more than full tiles. */
fn countsRow(tile: TileRecord) -> u32 {
  return select(tile.fullBefore, tile.entry, COUNTS_BY_ENTRY) * (PLACES * DIGITS);
}
