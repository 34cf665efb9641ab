// Where the sift of a segment is on record, and where it copies items. The candidates of a segment have room for a
// quarter of its items. The sift copies an eighth at most, to the second half, and orders it into the first half.
//
//   records     the other side of the sought key: the pivot, low and high word · 1: there is a pivot. The source's
//               second word: items equal to the pivot among the candidates
//   digitSums   the other side's first word: items that the sift copies
//
// import searchAt, digitSumsAt from select/radix/records
// import Tile from partition/tile_table
// import Segment from plan/state
// given CANDIDATES_PER

fn pivotAt(entry: u32) -> u32 {
  return searchAt(1u, entry, 0u);
}

fn siftedAt(entry: u32) -> u32 {
  return digitSumsAt(1u, entry);
}

/** Two entries of tileSums: lesser items of a tile and the slot of the first one · equal items, unused. */
fn siftedTile(tile: Tile) -> u32 {
  return 2u * (tile.firstTile + tile.index);
}

fn siftRoom(segment: Segment) -> u32 {
  return segment.length / (2u * CANDIDATES_PER);
}

fn firstSifted(segment: Segment) -> u32 {
  return segment.begin / CANDIDATES_PER + siftRoom(segment);
}
