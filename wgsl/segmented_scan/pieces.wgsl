// A long segment of a scan is cut into pieces of MERGE_TILE items. The merge tile that owns the segment asks whether it
// is cut, and each that has a later piece of it. All get the same answer, also where offsets fall. If they did not, an
// item could have two writers.
//
// import Segment from plan/state
// import firstOwned from reduce/sweep/owned
// given MERGE_TILE, SWEEP_MAX_LENGTH

/** Pieces of a segment, at least one. */
fn piecesOf(length: u32) -> u32 {
  return max((length + MERGE_TILE - 1u) / MERGE_TILE, 1u);
}

/** The merge tile that owns a segment, if offsets do not fall. */
fn owningTile(id: u32, segment: Segment) -> u32 {
  return (segment.begin + id) / MERGE_TILE;
}

/**
 * A segment is cut if it is longer than SWEEP_MAX_LENGTH and lies just before the first segment that each later merge
 * tile of it owns. Search results never fall from one merge tile to the next. So the first and the last of these merge
 * tiles answer for all. If offsets do not fall, all longer segments are cut.
 */
fn isInPieces(id: u32, segment: Segment, segments: u32) -> bool {
  if (segment.length <= SWEEP_MAX_LENGTH) {
    return false;
  }
  let owner = owningTile(id, segment);
  let last = owner + max(piecesOf(segment.length), 2u) - 1u;
  return firstOwned((owner + 1u) * MERGE_TILE, segments) == id + 1u &&
         firstOwned(last * MERGE_TILE, segments) == id + 1u;
}

// ---- part slot
// Where the accumulators of pieces lie. Each merge tile has two: for a piece that continues, and for a first piece.

/** The slot of a piece of the segment that merge tile `owner` owns. */
fn slotOfPiece(owner: u32, piece: u32) -> u32 {
  return 2u * (owner + piece) + select(0u, 1u, piece == 0u);
}
