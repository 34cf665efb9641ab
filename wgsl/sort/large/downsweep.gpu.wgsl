// Large segments, one radix pass, downsweep, GPUs. A workgroup takes a tile in parts that fit its memory: it ranks the
// items of a part by their digit, then writes them. Stable.
//
//   state, large                             read: the tile table
//   keysFrom, keysTo, valuesFrom, valuesTo   items before and after the pass
//   digitShift                               uniform: the pass's lowest bit
//   counters                                 read: the scanned rows (columns.gpu.wgsl)
//
// import Tile from partition/tile_table
// import totalsRow, tileRow from sort/large/counter_rows.gpu
// import TILE_ITEMS, tileWord from sort/radix/rank_tile.gpu
// import uniformTile from partition/uniform_tile
// given blockScan, clearRun, loadTileItem, copyTileItem, scatter, moveBases, DIGITS, WORKGROUP, EARLY_OUT, TILE

var<storage, read_write> counters: array<u32>;

const DIGITS_PER_LANE = max(1u, DIGITS / WORKGROUP);
var<workgroup> digitBases: array<u32, DIGITS>;      // per digit the index to which the part's first item moves
var<workgroup> stays: u32;                          // 1: all items of the segment have the same digit

/** Finds the indices to which the first part's items move, from the totals and from the items of earlier tiles. */
fn findBases(tile: Tile, local: u32) {
  let first = min(local * DIGITS_PER_LANE, DIGITS);
  let end = min(first + DIGITS_PER_LANE, DIGITS);
  var sum = 0u;
  for (var digit = first; digit < end; digit++) {
    let total = counters[totalsRow(tile) + digit];
    digitBases[digit] = counters[tileRow(tile, tile.index) + digit] + sum;
    if (total == tile.segment.length) {
      stays = 1u;
    }
    sum += total;
  }
  let base = tile.segment.begin + blockScan(local, sum).before;
  for (var digit = first; digit < end; digit++) {
    digitBases[digit] += base;
    clearRun(digit);
  }
}

/** Loads a part of the tile that begins at item `first`, and returns its number of items. */
fn loadPart(tile: Tile, first: u32, local: u32) -> u32 {
  let count = min(tile.count - first, TILE_ITEMS);
  for (var i = local; i < count; i += WORKGROUP) {
    loadTileItem(tile.start + first + i, tile.segment.begin, tileWord(i));
  }
  return count;
}

fn task(workgroup: u32, local: u32) {
  if (local == 0u) {
    stays = 0u;
  }
  let tile = uniformTile(workgroup, local);
  if (tile.count == 0u) {
    return;
  }
  // The first part is loaded before the counters arrive.
  var count = loadPart(tile, 0u, local);
  findBases(tile, local);
  if (EARLY_OUT) {
    if (workgroupUniformLoad(&stays) == 1u) {
      for (var i = tile.start + local; i < tile.start + tile.count; i += WORKGROUP) {
        copyTileItem(i, tile.segment.begin);
      }
      return;
    }
  }
  workgroupBarrier();
  for (var first = 0u;;) {
    scatter(local, count);
    first += TILE_ITEMS;
    if (TILE <= TILE_ITEMS || first >= tile.count) {
      break;
    }
    moveBases(local, count);
    count = loadPart(tile, first, local);
    workgroupBarrier();
  }
}
