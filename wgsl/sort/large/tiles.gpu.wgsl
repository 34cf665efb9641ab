// Large segments by one pass a digit, first kernel, GPUs. A workgroup writes the record of a tile, so that later
// kernels need no search. It clears what they add to.
//
//   state, large   read: the tile table
//   tiles          written: a record a tile
//   digitCounts    written: 0, for a segment of several tiles
//   descriptors    written: 0, for a tile, and the rows before those of all tiles
//
// import uniformTile from partition/tile_table
// given DIGITS, PLACES, WORKGROUP

var<storage, read_write> tiles: array<TileRecord>;
var<storage, read_write> digitCounts: array<atomic<u32>>;
var<storage, read_write> descriptors: array<atomic<u32>>;

fn task(workgroup: u32, local: u32) {
  let tile = uniformTile(workgroup, local);
  let segment = tile.segment;
  let record = TileRecord(tile.start, tile.count, tile.index, tile.tiles, tile.firstTile - tile.entry, tile.entry,
                          segment.begin, segment.length);
  if (tile.count == 0u) {
    return;
  }
  if (local == 0u) {
    tiles[workgroup] = record;
  }
  if (tile.index + 1u < tile.tiles) {
    for (var digit = local; digit < DIGITS; digit += WORKGROUP) {
      atomicStore(&descriptors[descriptorRow(record, tile.index) + digit], 0u);
    }
  } else if (tile.tiles > 1u) {
    for (var i = local; i < PLACES * DIGITS; i += WORKGROUP) {
      atomicStore(&digitCounts[countsRow(record) + i], 0u);
    }
  }
  if (workgroup == 0u) {
    for (var i = local; i < ROWS_BEFORE * DIGITS; i += WORKGROUP) {
      atomicStore(&descriptors[i], 0u);
    }
  }
}

// ---- part record
// What the kernels of such a sort share.
//
//   tiles         a record a tile: all full tiles first, segment after segment, then every segment's last tile
//   digitCounts   PLACES rows of DIGITS words for each segment of several tiles: its items of each digit
//   descriptors   a row of DIGITS words for each full tile: what a pass has published of it. ROWS_BEFORE rows are in
//                 front of them, since a lane reads WINDOW rows at a time. The first one's words number the tiles of
//                 each pass
//
// given PLACES, COUNTS_BY_ENTRY, DIGITS

const WINDOW = 4u;
const ROWS_BEFORE = WINDOW - 1u;

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

/** The first descriptor of the segment's tile number `index`. */
fn descriptorRow(tile: TileRecord, index: u32) -> u32 {
  return (tile.fullBefore + index + ROWS_BEFORE) * DIGITS;
}

/** The first word of the segment's counts. Segments of one tile have none, so there are no more than full tiles. */
fn countsRow(tile: TileRecord) -> u32 {
  return select(tile.fullBefore, tile.entry, COUNTS_BY_ENTRY) * (PLACES * DIGITS);
}
