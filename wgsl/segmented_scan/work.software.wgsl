// The work of a merge tile. A merge tile owns the segments that begin in it (reduce/sweep/owned.wgsl). A long segment
// is cut (segmented_scan/pieces.wgsl) into pieces of MERGE_TILE items from its start, which are whole subtrees of
// its tree. The first piece belongs to the merge tile that owns the segment. Each later merge tile that has a part of
// the segment takes one piece, before the segments that it owns.
//
// import firstOwned from reduce/sweep/owned
// import isInPieces, owningTile from segmented_scan/pieces
// given segmentAt, MERGE_TILE

struct Work {
  id: u32,        // the first segment: that of the piece, or the first one owned
  first: u32,     // the first segment owned
  last: u32,      // the first segment after those owned
  cut: u32,       // the segment owned that is cut; the number of segments if there is none
  skipped: u32,   // items of segment `id` before the piece
}

fn workOf(mergeTile: u32, segments: u32) -> Work {
  let last = firstOwned((mergeTile + 1u) * MERGE_TILE, segments);
  let first = firstOwned(mergeTile * MERGE_TILE, segments);
  var cut = segments;
  if (last > first && isInPieces(last - 1u, segmentAt(last - 1u), segments)) {
    cut = last - 1u;
  }
  // The segment before the first owned one may continue in this merge tile.
  let id = max(first, 1u) - 1u;
  let segment = segmentAt(id);
  let skipped = (mergeTile - owningTile(id, segment)) * MERGE_TILE;
  let continues = id < first && skipped < segment.length && isInPieces(id, segment, segments);
  return Work(select(first, id, continues), first, last, cut, select(0u, skipped, continues));
}
