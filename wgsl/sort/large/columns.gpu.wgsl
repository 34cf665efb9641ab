// Large segments, one radix pass, scan, GPUs. Between upsweep and downsweep, every counter of a tile becomes the number
// of the digit's items in the segment's earlier tiles. The segment's row of totals receives the items of each digit.
//
// The workgroups of a segment's tiles share its digits. A workgroup takes some columns of digits, and each lane takes a
// column's counters of some consecutive tiles, a strip. The more tiles, the fewer columns has a workgroup, so all have
// equal work. A workgroup takes at least MIN_COLUMNS. So of many tiles, some workgroups have none.
//
//   state, large   read: the tile table
//   counters       read and written (`rows`)
//
// import uniformTile from partition/tile_table
// given DIGITS, WORKGROUP

var<storage, read_write> counters: array<u32>;

const MIN_COLUMNS = min(8u, DIGITS);   // neighbouring digits that a memory access reads together
var<workgroup> stripSums: array<u32, WORKGROUP>;

/** Digits that a workgroup takes at a time. */
fn columnsOf(tiles: u32) -> u32 {
  var columns = min(DIGITS, WORKGROUP);
  while (columns > MIN_COLUMNS && columns * tiles > DIGITS) {
    columns /= 2u;
  }
  return columns;
}

fn task(workgroup: u32, local: u32) {
  let tile = uniformTile(workgroup, local);
  let columns = columnsOf(tile.tiles);
  let strips = WORKGROUP / columns;
  let tilesEach = (tile.tiles + strips - 1u) / strips;
  let first = min(local / columns * tilesEach, tile.tiles);
  let end = min(first + tilesEach, tile.tiles);
  let stop = select(0u, DIGITS, tile.count > 0u);
  for (var digits = tile.index * columns; digits < stop; digits += tile.tiles * columns) {
    let digit = digits + local % columns;
    var sum = 0u;
    for (var i = first; i < end; i++) {
      sum += counters[tileRow(tile, i) + digit];
    }
    stripSums[local] = sum;
    workgroupBarrier();
    var before = 0u;
    for (var lane = local % columns; lane < local; lane += columns) {
      before += stripSums[lane];
    }
    if (local + columns >= WORKGROUP) {
      counters[totalsRow(tile) + digit] = before + sum;
    }
    for (var i = first; i < end; i++) {
      let at = tileRow(tile, i) + digit;
      let count = counters[at];
      counters[at] = before;
      before += count;
    }
    workgroupBarrier();
  }
}

// ---- part rows
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
